import PlayheadLocking
import PlayheadTimekeeping

/// An action at instants of a manual clock. The clock retains it until its last run.
struct ManualTimer {
  private let routine: any HostRoutine

  init(
    on clock: ManualHostClock, at first: HostInstant, interval: Int?,
    _ action: @escaping () -> Void
  ) {
    let firings = Firings(next: first, interval: interval, action: action)
    // Weak, because the clock retains the routine while it is due.
    routine = clock.makeRoutine(on: .worker("timer")) { [weak clock] in
      clock.map { firings.step(at: $0.now) } ?? .wait(until: nil)
    }
    routine.wake()
  }

  func stop() { routine.stop() }

  /// The instants at which the action runs.
  ///
  /// Sendable is unchecked because Combine's schedulers take actions that are not Sendable. Only
  /// the thread that advances the clock runs the action.
  private final class Firings: @unchecked Sendable {
    private let next: Locked<HostInstant?>
    private let interval: Int?
    private let action: () -> Void

    init(next: HostInstant, interval: Int?, action: @escaping () -> Void) {
      self.next = Locked(next)
      self.interval = interval
      self.action = action
    }

    /// Runs the action if it is due. Returns when the next step is due.
    func step(at now: HostInstant) -> HostRoutineNext {
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
