import PlayheadMedia
import PlayheadCore
import PlayheadTesting
import PortableCombine
import Testing
import PlayheadTimekeeping

/// Frames and updates of a playback clock that leaps ahead.
@Suite struct FrameClockTests {
  private final class LeapingClock: PlaybackClock {
    /// Leaps ahead by 2.5 s after half a second.
    func time(at instant: HostInstant) -> Duration {
      .nanoseconds(instant.nanoseconds + (instant.nanoseconds >= 500_000_000 ? 2_500_000_000 : 0))
    }
  }

  @Test func afterALeapFramesAndUpdatesAreDueEarlier() {
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
    // The clock is read at least every tenth of a second.
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
