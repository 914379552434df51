import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PlayheadTestEnvironment
import Testing

/// Players that share an output, and are not in a queue.
@Suite struct SharedOutputTests {
  /// How the first player has stopped when the second one plays.
  enum Stop: CaseIterable, Sendable {
    case ended, paused, pausedNearTheEnd, pausedAtForwardEnd, failed, waiting
  }

  /// What happens to the first player while the second one plays.
  enum Farewell: CaseIterable, Sendable {
    case close, release, seek
  }

  private static let sampleRate = 2_000
  private static let seconds = 3

  /// Media of the second player has samples from 10 s on.
  private func makePlayers(
    _ stop: Stop, _ audio: AudioPlayback, _ clock: ManualHostClock
  ) -> [Player] {
    (0..<2).map { number in
      var info = SoundStage.info()
      info.tracks[0].sampleRate = Self.sampleRate
      info.tracks[0].startTicks = Int64(number) * 10_000
      var steps = FakeMedia.frames(
        0..<(number == 0 ? 50 : Self.seconds * 50), frameTicks: 20, start: Int64(number) * 10_000)
      if number == 0, stop == .failed {
        steps.append(.failure(MediaError(.read, of: "fake", reason: .unsupported)))
      }
      return Player(media: FakeMedia(info: info, steps: steps), clock: clock, audio: audio)
    }
  }

  @Test(arguments: TestEffort.some(Stop.allCases, Farewell.allCases))
  func aPlayerIsHeardOnceWhateverAnotherOneDoes(_ stop: Stop, _ farewell: Farewell) {
    let latency = 233
    for time in [10, 700, 2_900] {
      let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
      var device = FakeAudioDevice()
      device.latency = .milliseconds(latency)
      (device.periodSampleCount, device.bufferSampleCount) = (20, 400)
      let opener = FakeAudioOpener(clock: clock, devices: [device])
      func advance(_ milliseconds: Int) {
        clock.advance(by: .milliseconds(milliseconds))
      }
      var players = makePlayers(stop, AudioPlayback(output: opener), clock)
      if stop == .pausedAtForwardEnd { players[0].setForwardPlaybackEnd(.milliseconds(800)) }
      players[stop == .waiting ? 1 : 0].play()
      switch stop {
      case .ended, .pausedAtForwardEnd, .failed: advance(2_500)
      case .paused, .waiting: advance(500)
      case .pausedNearTheEnd: advance(latency + 950)
      }
      switch stop {
      case .paused, .pausedNearTheEnd: players[0].pause()
      case .waiting: players[0].play()
      case .ended, .pausedAtForwardEnd, .failed: break
      }
      players[1].play()
      advance(time)
      switch farewell {
      case .close: players[0].close()
      case .release: players.removeFirst()
      case .seek: players[0].beginSeek(to: .milliseconds(200))
      }
      advance(Self.seconds * 1_000 + 3_000)
      let heard = opener.outputs.flatMap(\.takenSamples).compactMap(FakeSound.sample(ofValue:))
      let first = Int64(10 * Self.sampleRate)
      let isExpected =
        heard.filter { $0 >= first }
        == Array(first..<first + Int64(Self.seconds * Self.sampleRate))
      #expect(isExpected, "after \(time) ms")
      #expect(players.last?.playbackState == .ended, "after \(time) ms")
    }
  }
}
