import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// A subscription's timer is armed while playback runs and there is demand, and at no other time.
@Suite struct ArmedTimerTests {
  private func playing(_ media: FakeMedia = FakeMedia(frameCount: 250)) -> Stage {
    let stage = Stage(media)
    stage.play(milliseconds: 100)
    return stage
  }

  @Test func playbackWithDemandArmsOneTimerForEachSubscription() {
    let stage = Stage(FakeMedia(frameCount: 250))
    let recorders = (0..<3).map { _ in stage.record() }
    stage.load()
    #expect(stage.clock.armedTimerCount == 0)
    stage.play(milliseconds: 100)
    #expect(stage.clock.armedTimerCount == 3)
    recorders[0].cancel()
    #expect(stage.clock.armedTimerCount == 2)
  }

  @Test func anUnwatchedPlayerArmsNoTimer() {
    let stage = playing()
    #expect(stage.player.playbackState == .playing)
    #expect(stage.clock.armedTimerCount == 0)
  }

  @Test func withoutDemandNoTimerIsArmed() {
    let stage = Stage(FakeMedia(frameCount: 250))
    let recorder = stage.record(asking: .max(2))
    stage.play(milliseconds: 100)
    #expect(stage.clock.armedTimerCount == 1)
    stage.advance(milliseconds: 400)
    #expect(recorder.values.count == 2)
    #expect(stage.clock.armedTimerCount == 0)
    recorder.request(.max(1))
    stage.advance(milliseconds: 0)
    #expect(stage.clock.armedTimerCount == 1)
  }

  @Test func aPausedPlayerArmsNoTimer() {
    let stage = Stage(FakeMedia(frameCount: 250))
    let recorder = stage.record()
    stage.play(milliseconds: 100)
    stage.player.pause()
    stage.advance(milliseconds: 0)
    #expect(stage.clock.armedTimerCount == 0)
    #expect(recorder.values.last?.cause == .paused)
    stage.play(milliseconds: 0)
    #expect(stage.clock.armedTimerCount == 1)
  }

  @Test func aStalledPlayerArmsNoTimer() {
    let stage = Stage(.pausing(for: .seconds(10), after: 10, of: 100))
    let recorder = stage.record()
    stage.play(milliseconds: 1_000)
    #expect(recorder.values.last?.state == .stalled)
    #expect(stage.clock.armedTimerCount == 0)
    stage.advance(milliseconds: 9_100)
    #expect(stage.player.playbackState == .playing)
    #expect(stage.clock.armedTimerCount == 1)
  }

  @Test func anEndedPlayerArmsNoTimer() {
    let stage = Stage(FakeMedia(frameCount: 25))
    let recorder = stage.record()
    stage.play(milliseconds: 2_000)
    #expect(recorder.values.last?.cause == .ended)
    #expect(stage.clock.armedTimerCount == 0)
  }
}
