import PlayheadMedia
import PlayheadTesting
import PortableCombine

@testable import PlayheadCore
@testable import PlayheadTimekeeping

/// The timers of a player: one for updates, and one for a boundary that may be far ahead. Each is armed for its next
/// value on the player's present timeline, or for an earlier instant.
///
/// Unchecked: a manual clock calls it on one thread.
final class ArmedTimers: @unchecked Sendable {
  private let player: Player
  private let interval: MediaTime
  private let boundary: MediaTime
  private let subscribers: [RecordingSubscriber<PlayheadProgress, Never>]
  private let timers: [any HostTimer]

  init(of player: Player, interval: MediaTime, boundary: MediaTime) {
    (self.player, self.interval, self.boundary) = (player, interval, boundary)
    let before = player.progressTimers
    let schedules: [PlayheadCore.Schedule] = [.interval(interval), .times([boundary])]
    subscribers = schedules.map { schedule in
      let subscriber = RecordingSubscriber<PlayheadProgress, Never>()
      player.progressPublisher(on: schedule).subscribe(subscriber)
      return subscriber
    }
    timers = player.progressTimers.filter { timer in !before.contains { $0 === timer } }
  }

  func cancel() {
    for subscriber in subscribers { subscriber.cancel() }
  }

  /// Returns how a timer would be late; nil if none would.
  func problem(on clock: ManualHostClock) -> String? {
    let (now, wakeups) = (clock.now, clock.wakeups)
    if wakeups.contains(where: { $0.instant <= now }) { return nil }
    let reading = player.reading()
    guard reading.state == .playing else { return nil }
    let ticks =
      reading.position.nanoseconds(rounding: .down) / interval.nanoseconds(rounding: .down)
    let update = MediaTime.nanoseconds((ticks + 1) * interval.nanoseconds(rounding: .down))
    for due in [update, boundary] where due > reading.position {
      guard reading.stop.map({ due < $0 }) ?? true, let instant = reading.timeline.instant(of: due)
      else { continue }
      let rest = max(now.duration(to: instant), .zero)
      let latest = instant.advanced(by: max(.microseconds(60), rest / 100_000))
      let armed = wakeups.filter { wakeup in timers.contains { $0 === wakeup.owner } }
      if armed.contains(where: { $0.instant <= latest }) { continue }
      return "at \(now.nanoseconds) nothing is armed for \(due) at \(instant.nanoseconds), but for "
        + "\(armed.map(\.instant.nanoseconds))"
    }
    return nil
  }
}

extension Player {
  /// The timers of its progress subscriptions.
  var progressTimers: [any HostTimer] {
    state.withLock { Array($0.observers.values) }
      .compactMap { ($0 as? PlayheadProgressSubscription)?.state.withLock { $0.timer } }
  }
}
