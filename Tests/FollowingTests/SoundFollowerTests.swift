import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTesting
import PlayheadTimekeeping
import Testing

@testable import PlayheadFollowing

/// A player with sound that follows a silent one, on a device that is simulated on a manual clock.
@Suite struct SoundFollowerTests {
  private static let sampleRate = 48_000
  private static let devices: [FakeAudioDevice] = {
    var (quick, uneven, coarse, distant) = (
      FakeAudioDevice(), FakeAudioDevice(), FakeAudioDevice(), FakeAudioDevice()
    )
    quick.latency = .milliseconds(5)
    (uneven.startTime, uneven.responseTime) = (.milliseconds(60), .milliseconds(2))
    (uneven.readingNoise, uneven.drift) = (.microseconds(300), 100)
    (coarse.periodSampleCount, coarse.bufferSampleCount) = (4_800, 19_200)
    (coarse.startSampleCount, coarse.responseTime) = (2_400, .milliseconds(5))
    (distant.latency, distant.startTime) = (.milliseconds(700), .milliseconds(40))
    return [FakeAudioDevice(), quick, uneven, coarse, distant]
  }()

  private let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
  private let leader: Player

  init() { leader = Player(media: FakeMedia(frameCount: 5_000), clock: clock) }

  /// A follower, and what its device plays.
  private func follow(
    on device: FakeAudioDevice, offset: MediaTime = .zero, isQueued: Bool = false
  ) -> (follower: Follower, player: Player, opener: FakeAudioOpener) {
    var track = MediaTrack(index: 0, kind: .audio, timebase: .milliseconds)
    (track.sampleRate, track.channelCount, track.startTicks) = (Self.sampleRate, 1, 0)
    let media = FakeMedia(
      info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: true),
      steps: FakeMedia.frames(0..<10_000, frameTicks: 20))
    let opener = FakeAudioOpener(clock: clock, devices: [device])
    let player = Player(media: media, clock: clock, audio: AudioPlayback(output: opener))
    let follower =
      isQueued
      ? Follower(of: leader, PlayerQueue([player], clock: clock), offset: offset)
      : Follower(of: leader, player, offset: offset)
    return (follower, player, opener)
  }

  /// The position of the sound that is heard now.
  private func heard(_ opener: FakeAudioOpener) -> Double? {
    guard let output = opener.outputs.last else { return nil }
    let (count, values) = (output.samplesHeard(at: clock.now), output.takenSamples)
    let index = Int(count)
    guard values.indices.contains(index), let sample = FakeSound.sample(ofValue: values[index])
    else { return nil }
    return (Double(sample) + count - Double(index)) / Double(Self.sampleRate)
  }

  private func advance(milliseconds: Int64) {
    for _ in 0..<milliseconds / 50 { clock.advance(by: .milliseconds(50)) }
  }

  /// The greatest difference of the sound that is heard, from three seconds from now on.
  private func greatestDifference(_ opener: FakeAudioOpener, offset: Double = 0) -> Double {
    advance(milliseconds: 3_000)
    var greatest = 0.0
    for _ in 0..<20 {
      advance(milliseconds: 100)
      guard let heard = heard(opener) else { return .infinity }
      greatest = max(greatest, abs(leader.currentTime().seconds + offset - heard))
    }
    return greatest
  }

  @Test(arguments: TestEffort.some(devices.indices, [false, true]))
  func whatIsHeardIsInStepAfterEachChange(index: Int, isQueued: Bool) {
    let (follower, _, opener) = follow(
      on: Self.devices[index], offset: .milliseconds(3_350), isQueued: isQueued)
    advance(milliseconds: 1_000)
    leader.play()
    // A latency of 700 ms is not known yet.
    if Self.devices[index].latency > .milliseconds(500) { advance(milliseconds: 1_500) }
    #expect(greatestDifference(opener, offset: 3.35) < 0.002, "start")
    for round in 1...5 {
      leader.beginSeek(to: .seconds(Int64(round * 20)))
      #expect(greatestDifference(opener, offset: 3.35) < 0.002, "seek \(round)")
      leader.pause()
      advance(milliseconds: 500)
      leader.play()
      #expect(greatestDifference(opener, offset: 3.35) < 0.002, "pause \(round)")
    }
    #expect(follower.status == .locked)
  }

  /// The delay of a device is learned once.
  @Test func aStartThatNeedsMoreTimeIsPlannedEarlier() {
    var device = FakeAudioDevice()
    device.responseTime = .milliseconds(100)
    let (follower, player, opener) = follow(on: device)
    advance(milliseconds: 1_000)
    leader.play()
    advance(milliseconds: 5_000)
    for round in 1...3 {
      leader.beginSeek(to: .seconds(Int64(round * 20)))
      // The first one is repeated.
      advance(milliseconds: round == 1 ? 4_000 : 1_500)
      let heard = heard(opener) ?? .infinity
      #expect(abs(leader.currentTime().seconds - heard) < 0.002, "\(round)")
      #expect(player.playbackState == .playing && follower.status == .locked)
      advance(milliseconds: 1_000)
    }
  }
}
