import PlayheadLocking
import PlayheadTesting
import PortableCombine
import PlayheadTimekeeping

/// A manual scheduler that counts the timers it creates.
struct CountingScheduler: Scheduler {
  typealias SchedulerTimeType = ManualScheduler.SchedulerTimeType
  typealias SchedulerOptions = ManualScheduler.SchedulerOptions

  private final class Count: Sendable {
    let value = Locked(0)
  }

  private let base = ManualScheduler()
  private let count = Count()

  var clock: ManualHostClock { base.clock }
  var timers: Int { count.value.withLock { $0 } }
  var now: SchedulerTimeType { base.now }
  var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // Runs immediately, so that the counted timers do not depend on the clock.
    action()
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    count.value.withLock { $0 += 1 }
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    count.value.withLock { $0 += 1 }
    return base.schedule(
      after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
