import Dispatch
import Foundation
import PortableCombine

/// An operation queue as a scheduler: actions run as operations on it.
///
/// Source of the rule: Apple's documentation of `OperationQueue`.
extension OperationQueue: Scheduler {
  public typealias SchedulerTimeType = SchedulerDate<OperationQueue>

  /// How an action runs on an operation queue: there is no choice.
  public struct SchedulerOptions: Sendable {}

  /// The date it is now.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Adds `action` to the queue.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = ScheduledAction(action)
    addOperation { action.run() }
  }

  /// Adds `action` to the queue once, not before `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    timekeeper.schedule(after: instant(of: date), tolerance: .seconds(tolerance.timeInterval)) {
      self.schedule(options: options, action)
    }
  }

  /// Adds `action` to the queue again and again, first not before `date`, until what it returns
  /// is cancelled or released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    timekeeper.schedule(
      after: instant(of: date), interval: .seconds(interval.timeInterval),
      tolerance: .seconds(tolerance.timeInterval)
    ) { self.schedule(options: options, action) }
  }

  private var timekeeper: DispatchQueue { .global() }

  private func instant(of date: SchedulerTimeType) -> DispatchQueue.SchedulerTimeType {
    timekeeper.now.advanced(by: .seconds(date.fireDate.timeIntervalSinceNow))
  }
}
