import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The course of a playhead that follows another clock.
@Suite struct ClockDriveTests {
  /// A clock that falls back by 300 ms after one second.
  private final class FallingClock: PlaybackClock {
    func time(at instant: HostInstant) -> Duration {
      let fall: Int64 = instant.nanoseconds < 1_000_000_000 ? 0 : 300_000_000
      return .nanoseconds(instant.nanoseconds - fall)
    }
  }

  /// Otherwise timers would expect each time that the playhead moves at once.
  @Test func thePlayheadRestsUntilAClockThatFellBackReachesTheAnchor() {
    var drive = ClockDrive(clock: FallingClock(), at: HostInstant(nanoseconds: 0))
    let before = HostInstant(nanoseconds: 900_000_000)
    _ = drive.timeline(from: .zero, rate: .normal, at: before)
    drive.anchor(at: .seconds(5), before)
    let now = HostInstant(nanoseconds: 1_000_000_000)
    let timeline = drive.timeline(from: .seconds(5), rate: .normal, at: now)
    #expect(timeline.mediaAnchor == .seconds(5))
    #expect(timeline.hostAnchor == HostInstant(nanoseconds: 1_200_000_000))
  }
}
