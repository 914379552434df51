import Media
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import Timekeeping

/// Frames and updates on a clock that leaps ahead: who waits for an instant looks again.
@Suite struct FrameClockTests {
  private final class LeapingClock: PlaybackClock {
    /// Two seconds and a half ahead once half a second is over.
    func time(at instant: HostInstant) -> Duration {
      .nanoseconds(instant.nanoseconds + (instant.nanoseconds >= 500_000_000 ? 2_500_000_000 : 0))
    }
  }

  @Test func whatIsDueAfterALeapDoesNotWaitForTheInstantBefore() {
    let clock = ManualHostClock()
    let player = Player(
      media: FakeMedia(frameCount: 10, frameTicks: 1_000), decoding: .all, clock: clock,
      playbackClock: LeapingClock())
    let frames = RecordingSubscriber<PresentedFrame, Never>()
    player.framePublisher().subscribe(frames)
    let updates = RecordingSubscriber<PlayheadProgress, Never>()
    player.progressPublisher(interval: .seconds(1)).subscribe(updates)
    player.play()
    clock.advance(by: .milliseconds(499))
    #expect(frames.milliseconds == [0] && updates.values.map(\.cause) == [.started])
    // A clock is asked every tenth of a second at least.
    clock.advance(by: .milliseconds(101))
    #expect(frames.milliseconds == [0, 3_000])
    #expect(
      updates.values.map(\.cause) == [.started, .interval] && updates.values.last?.skipped == 2)
    #expect(
      updates.values.last.map { $0.due == .seconds(3) && $0.position < .milliseconds(3_110) }
        == true)
    clock.advance(by: .milliseconds(400))
    #expect(frames.milliseconds == [0, 3_000])
    clock.advance(by: .milliseconds(500))
    #expect(frames.milliseconds == [0, 3_000, 4_000])
  }
}
