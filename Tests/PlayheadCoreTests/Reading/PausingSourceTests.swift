import Media
import PlayheadCore
import PlayheadTesting
import Testing

/// Sources that have no data for some time.
@Suite struct PausingSourceTests {
  /// A wake-up during the wait does not make the worker read early; a seek does.
  @Test func thePlayerWaitsAsLongAsTheSourceAsks() {
    let media = FakeMedia(frameCount: 100)
    let steps = FakeMedia.frames(0..<10) + [.pause(.seconds(10))] + FakeMedia.frames(10..<100)
    let stage = Stage(FakeMedia(info: media.info, steps: steps))
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    #expect(stage.player.playbackState == .stalled)
    for _ in 0..<4 {
      stage.player.setRate(.init(2, 1))
      stage.player.pause()
      stage.advance(milliseconds: 1_000)
      stage.player.play()
      stage.advance(milliseconds: 1_000)
      #expect(stage.player.currentTime() == .milliseconds(400))
    }
    stage.advance(milliseconds: 1_500)
    #expect(stage.player.playbackState == .playing)
    #expect(stage.player.currentTime() == .milliseconds(900))
    stage.player.close()
  }

  @Test func aSeekDoesNotWaitForThePause() {
    let media = FakeMedia(frameCount: 100)
    let steps = FakeMedia.frames(0..<10) + [.pause(.seconds(10))] + FakeMedia.frames(10..<100)
    let stage = Stage(FakeMedia(info: media.info, steps: steps))
    stage.player.play()
    stage.advance(milliseconds: 1_000)
    stage.player.seek(to: .seconds(2))
    stage.advance(milliseconds: 500)
    #expect(stage.player.currentTime() == .milliseconds(2_500))
    stage.player.close()
  }
}
