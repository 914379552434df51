import Dispatch
import PlayheadMedia
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// A decoder or a subscriber that is too slow.
@Suite struct FrameLatenessTests {
  /// 25 frames a second, every tenth a keyframe.
  private static let decoderTimes: [Int64] = [5, 30, 39]

  @Test(arguments: decoderTimes)
  func aFastDecoderIsNeverLate(milliseconds: Int64) {
    var film = DecodedFilm(frameCount: 400) { _ in milliseconds }
    film.play(seconds: 17)
    #expect(film.given.map(\.position) == frames(0..<16_000))
    #expect(film.machine.counts.late == 0 && film.machine.counts.skipped == 0)
    #expect(film.playback.phase.state == .ended)
  }

  /// A frame lasts 40 ms.
  @Test(arguments: [45, 60, 80, 160, 320] as [Int64])
  func aSlowDecoderDoesNotStallPlaybackAndCatchesUp(
    milliseconds: Int64
  ) throws {
    var film = DecodedFilm(frameCount: 400) { _ in milliseconds }
    film.play(seconds: 17)
    #expect(film.playback.phase.state == .ended)
    #expect(!film.states.contains(.stalled))
    let counts = film.machine.counts
    #expect(counts.late + counts.skipped > 0)
    #expect(counts.decoded + counts.skipped <= 400)
    #expect(counts.published + counts.late == counts.decoded)
    // All frames except the first are delivered in order and before their end, the last one at its end
    // at the latest.
    let positions = film.given.map(\.position)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
    #expect(film.given.dropFirst().allSatisfy { $0.playhead <= $0.position + 40 })
    // There is a frame for at least one of two keyframes.
    let gaps = zip(positions, positions.dropFirst()).map { $1 - $0 }
    #expect(try #require(gaps.max()) <= 800)
    #expect(try #require(positions.last) >= 15_200)
  }

  @Test func aDecoderThatIsBehindSkipsUnreferencedFrames() {
    var film = DecodedFilm(frameCount: 250, keyframeInterval: 250) { $0 == 20 ? 700 : 1 }
    film.play(seconds: 11)
    #expect(film.trimmedStart.count > 0)
    #expect(film.trimmedStart.allSatisfy { $0 > 800 && $0 < 2_000 })
    #expect(film.given.map(\.position).suffix(200) == frames(2_000..<10_000)[...])
  }

  @Test func theFirstFrameAfterASeekIsDeliveredHoweverLate() {
    // It needs 8 × 39 ms of decoding.
    var film = DecodedFilm(frameCount: 250) { _ in 39 }
    film.play(seconds: 1)
    let count = film.given.count
    film.seek(to: 6_320)
    film.play(seconds: 3)
    #expect(film.given.dropFirst(count).first?.position == 6_320)
    #expect(film.given.last?.position == 9_320 - 40 || film.given.last?.position == 9_320)
  }

  @Test func beforeTheTargetOfASeekUnreferencedFramesAreSkipped() {
    var film = DecodedFilm(frameCount: 250) { _ in 0 }
    film.seek(to: 6_320)
    film.play(seconds: 1)
    #expect(film.trimmedStart == frames(6_000..<6_320))
    #expect(film.given.map(\.position).prefix(3) == [6_320, 6_360, 6_400])
  }

  @Test func packetsForAMuchTooSlowDecoderAreBounded() {
    // Packets of 2 MB, of which none is decoded in time.
    var film = DecodedFilm(frameCount: 1_000, byteCount: 2_000_000) { _ in 3_600_000 }
    film.play(seconds: 35)
    #expect(film.machine.tracks[0].packets.count <= 17)
    #expect(film.playback.phase.state == .playing)
  }

  @Test func afterTheQueueWasBlockedThePresentFrameIsDelivered() {
    let stage = FrameStage(FakeMedia(frameCount: 125))
    let recorder = stage.record()
    stage.load()
    stage.player.play()
    for _ in 0..<40 {
      stage.advance(milliseconds: 0)
      stage.clock.skip(by: .milliseconds(120))
    }
    stage.advance(milliseconds: 0)
    #expect(recorder.milliseconds == frames(0..<4_801, every: 120))
    #expect(stage.player.frameCounts.published == 41)
    #expect(stage.player.frameCounts.late == 80)
  }

  /// Damaged timestamps must not overflow.
  @Test func aPacketWithTheLeastTimestampIsSkipped() {
    var steps = FakeMedia.frames(0..<100)
    steps[5] = .packet(
      PacketTiming(
        track: 0, presentationTicks: -9_300_000_000_000_000, durationTicks: 40, isKeyframe: false))
    let clock = ManualHostClock()
    let player = Player(
      media: FakeMedia(info: FakeMedia(frameCount: 100).info, steps: steps), decoding: .video,
      clock: clock)
    player.play()
    clock.advance(by: .seconds(5))
    #expect(player.playbackState == .ended)
    #expect(player.frameCounts.decoded >= 90)
    player.close()
  }

  /// A rate is an exact fraction, so its numerator and denominator may be large.
  @Test func aSlowDecoderAtARateWithLargeNumbers() throws {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    let media = FakeMedia(
      info: FakeMedia(frameCount: 100).info, steps: FakeMedia.frames(0..<100),
      onDecoding: { _ in clock.skip(by: .seconds(9)) })
    let stage = FrameStage(media, clock: clock)
    stage.player.setRate(Rate(2_147_483_647, 2_147_483_646))
    for _ in 0..<8 { stage.advance(milliseconds: 20_000) }
    #expect(stage.player.frameCounts.late > 0)
    stage.player.close()
  }
}
