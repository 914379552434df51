import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// Sources that have no data for some time.
@Suite struct PausingSourceTests {
  /// A wake-up during the wait does not make the worker read early; a seek does.
  @Test func thePlayerWaitsAsLongAsTheSourceAsks() {
    let stage = Stage(.pausing(for: .seconds(10), after: 10, of: 100))
    stage.play(milliseconds: 1_000)
    #expect(stage.player.playbackState == .stalled)
    for _ in 0..<4 {
      stage.player.setRate(.init(2, 1))
      stage.player.pause()
      stage.advance(milliseconds: 1_000)
      stage.play(milliseconds: 1_000)
      #expect(stage.player.currentTime() == .milliseconds(400))
    }
    stage.advance(milliseconds: 1_500)
    #expect(stage.player.playbackState == .playing)
    #expect(stage.player.currentTime() == .milliseconds(900))
    stage.player.close()
  }

  @Test func aSeekDoesNotWaitForThePause() {
    let stage = Stage(.pausing(for: .seconds(10), after: 10, of: 100))
    stage.play(milliseconds: 1_000)
    stage.player.beginSeek(to: .seconds(2))
    stage.advance(milliseconds: 500)
    #expect(stage.player.currentTime() == .milliseconds(2_500))
    stage.player.close()
  }

  /// The playhead stalls between two nanoseconds, where reading stops when exactly enough is read.
  @Test(arguments: [16, 15, 7] as [Int32])
  func aPlayerResumesWhenReadingStops(rate: Int32) {
    let track = MediaTrack(index: 0, kind: .audio, timebase: Timebase(1, 90_000))
    func packet(_ ticks: Int64, lasting length: Int64) -> FakeMedia.Step {
      .packet(
        PacketTiming(
          track: 0, presentationTicks: ticks, durationTicks: length, byteCount: 100,
          isKeyframe: true))
    }
    let later = (0..<20).map { packet(1_920 + $0 * 45_000, lasting: 45_000) }
    let stage = Stage(
      FakeMedia(
        info: MediaInfo(name: "fake", container: "fake", tracks: [track], isSeekable: false),
        steps: [packet(0, lasting: 1_920), .pause(.seconds(1))] + later))
    stage.player.setRate(Rate(rate, 1))
    stage.advance(milliseconds: 500)
    #expect(stage.player.playbackState == .stalled)
    stage.advance(milliseconds: 600)
    #expect(stage.player.playbackState == .playing)
    stage.player.close()
  }
}
