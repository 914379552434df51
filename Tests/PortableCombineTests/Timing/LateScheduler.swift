import PlayheadLocking
import PlayheadTesting
import PortableCombine
import PlayheadTimekeeping

/// A manual scheduler that runs timers on time, and other actions only on request.
struct LateScheduler: Scheduler {
  typealias SchedulerTimeType = ManualScheduler.SchedulerTimeType
  typealias SchedulerOptions = ManualScheduler.SchedulerOptions

  private final class Actions: Sendable {
    let waiting = Locked<[() -> Void]>([])
  }

  private let base = ManualScheduler()
  private let actions = Actions()

  var clock: ManualHostClock { base.clock }
  var now: SchedulerTimeType { base.now }
  var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  /// Runs the actions that were scheduled without an instant.
  func runActions() {
    let waiting = actions.waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for action in waiting { action() }
  }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    actions.waiting.withLock { $0.append(action) }
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(
      after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
