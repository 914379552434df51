import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// Media that is read to the position where playback stops.
@Suite struct KnownEndTests {
  private let clock = ManualHostClock()

  @Test func playbackResumesOnceTheMediaIsReadToTheForwardEnd() {
    let media = FakeMedia(
      info: FakeMedia(frameCount: 500).info,
      steps: FakeMedia.frames(0..<20) + [.pause(.seconds(1))] + FakeMedia.frames(20..<30)
        + [.pause(.seconds(10))] + FakeMedia.frames(30..<500))
    let player = Player(media: media, clock: clock)
    player.setForwardPlaybackEnd(.milliseconds(1_150))
    player.play()
    clock.advance(by: .milliseconds(900))
    #expect(player.playbackState == .stalled)
    clock.advance(by: .milliseconds(100))
    #expect(player.playbackState == .playing)
    clock.advance(by: .milliseconds(350))
    #expect(player.playbackState == .paused)
    #expect(player.currentTime() == .milliseconds(1_150))
  }

  @Test(arguments: 0..<60)
  func thePlayheadIsNeverBeyondAnExactDuration(stepsBefore: Int) throws {
    let player = Player(media: FakeMedia(frameCount: 250), clock: clock)
    player.beginLoading()
    for _ in 0..<stepsBefore { clock.runNextStep() }
    player.beginSeek(to: .seconds(12))
    player.beginStep(byCount: -1)
    while clock.runNextStep() {
      if let duration = player.duration, duration.isExact {
        #expect(player.currentTime() <= duration.time)
      }
    }
    #expect(player.currentTime() == .milliseconds(9_920))
  }
}
