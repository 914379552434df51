import Foundation
import PortableCombine

/// A run loop as a scheduler: actions run on its thread, while it runs in the default mode.
///
/// Source of the rule: Apple's documentation of `RunLoop`.
extension RunLoop: Scheduler {
  public typealias SchedulerTimeType = SchedulerDate<RunLoop>

  /// How an action runs on a run loop: there is no choice.
  public struct SchedulerOptions: Sendable {}

  /// The date it is now.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` as soon as the loop gets to it.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // A timer rather than `perform`, which does not wake the loop.
    schedule(after: now, tolerance: 0, options: options, action)
  }

  /// Runs `action` once, not before `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    _ = addTimer(at: date, interval: nil, tolerance: tolerance, TimerAction(action))
  }

  /// Runs `action` again and again, first not before `date`, until what it returns is cancelled
  /// or released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = TimerAction(action)
    let timer = addTimer(at: date, interval: interval, tolerance: tolerance, action)
    return AnyCancellable {
      timer.invalidate()
      action.letGo()
    }
  }

  private func addTimer(
    at date: SchedulerTimeType, interval: SchedulerTimeType.Stride?,
    tolerance: SchedulerTimeType.Stride, _ action: TimerAction
  ) -> Timer {
    let timer = Timer(
      fire: date.fireDate, interval: interval?.timeInterval ?? 0, repeats: interval != nil
    ) { _ in action.run(isLast: interval == nil) }
    timer.tolerance = max(tolerance.timeInterval, 0)
    add(timer, forMode: .default)
    return timer
  }
}
