import Media
import PlayheadCore
import PlayheadTesting
import Testing

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
    stage.player.seek(to: .seconds(2))
    stage.advance(milliseconds: 500)
    #expect(stage.player.currentTime() == .milliseconds(2_500))
    stage.player.close()
  }
}
