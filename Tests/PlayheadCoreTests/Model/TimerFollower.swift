@testable import PlayheadCore
@testable import PlayheadTimekeeping

/// Follows the wake-ups of a player's clock: at most one timer is armed for each due instant.
///
/// A timer or a routine that has run at its instant is armed for a later one. On the host clock, the timer
/// of a progress subscription runs only to deliver. If another clock drives the playhead, the instant of an
/// update is an estimate, and the timer may have to be armed again; the estimates improve, so that this
/// does not go on.
struct TimerFollower {
  /// `Standstill` expects that a clock moves after a quarter of the time since it stopped: 83 estimates
  /// grow from 1 ns to 100 ms. A slow clock needs others.
  private static let greatestEstimateCount = 200
  /// Further estimates are at least half of a clock's longest interval apart.
  private static let leastInterval: Int64 = 50_000_000

  private struct Stretch {
    var start: HostInstant
    /// How often the timer has run at its instant without delivering a value.
    var idleCount = 0
    /// The deliveries and changes of the player when it began.
    var news: Int
  }

  private let followsHostClock: Bool
  /// The last instant when each timer and routine was due and ran. They are retained, so that no other
  /// object gets the same identity.
  private var last: [ObjectIdentifier: (owner: any AnyObject & Sendable, instant: HostInstant)] =
    [:]
  private var stretches: [ObjectIdentifier: Stretch] = [:]
  private(set) var problems: [String] = []

  init(followsHostClock: Bool) {
    self.followsHostClock = followsHostClock
  }

  /// Records the run of a timer or a routine.
  ///
  /// - Parameters:
  ///   - wakeup: The timer or routine.
  ///   - now: The instant of the run.
  ///   - news: The number of deliveries and changes of the player whose progress timer this is; nil for
  ///     other timers.
  mutating func follow(_ wakeup: ManualHostClock.Wakeup, at now: HostInstant, news: Int?) {
    guard wakeup.isTimed else { return }
    let key = ObjectIdentifier(wakeup.owner)
    if last.updateValue((wakeup.owner, now), forKey: key)?.instant == now {
      problems.append("two timers were armed for \(now.nanoseconds)")
    }
    guard let news else { return }
    var stretch = stretches[key] ?? Stretch(start: now, news: 0)
    if stretch.news == news {
      stretch.idleCount += 1
    } else {
      stretch = Stretch(start: now, news: news)
    }
    stretches[key] = stretch
    let (distance, _) = now.nanoseconds.subtractingReportingOverflow(stretch.start.nanoseconds)
    let greatest =
      followsHostClock ? 0 : Self.greatestEstimateCount + Int(distance / Self.leastInterval)
    if stretch.idleCount > greatest {
      problems.append("\(stretch.idleCount) timers for nothing at \(now.nanoseconds)")
    }
  }
}
