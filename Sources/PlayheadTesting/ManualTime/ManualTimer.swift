import Locking
import Timekeeping

/// An action at instants of a manual clock, which holds it until it has run for the last time.
struct ManualTimer {
  private let routine: any Routine

  init(
    on clock: ManualHostClock, at first: HostInstant, interval: Int?,
    _ action: @escaping () -> Void
  ) {
    let firings = Firings(next: first, interval: interval, action: action)
    // Weak, as the clock holds the routine for as long as it is due.
    routine = clock.makeRoutine(on: .worker("timer")) { [weak clock] in
      clock.map { firings.step(at: $0.now) } ?? .wait(until: nil)
    }
    routine.wake()
  }

  func stop() { routine.stop() }

  /// When the action runs.
  ///
  /// Unchecked: Combine's schedulers take actions that are not marked Sendable; the thread that
  /// advances the clock is the one to run this.
  private final class Firings: @unchecked Sendable {
    private let next: Locked<HostInstant?>
    private let interval: Int?
    private let action: () -> Void

    init(next: HostInstant, interval: Int?, action: @escaping () -> Void) {
      self.next = Locked(next)
      self.interval = interval
      self.action = action
    }

    /// Runs the action if it is due; when it wants to be asked again.
    func step(at now: HostInstant) -> RoutineNext {
      let isDue = next.withLock { next -> Bool in
        guard let due = next, due <= now else { return false }
        next = interval.map { due.advanced(byNanoseconds: Int64($0)) }
        return true
      }
      if isDue { action() }
      return .wait(until: next.withLock { $0 })
    }
  }
}
