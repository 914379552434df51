import Dispatch
import Foundation
import PortableCombine

/// An operation queue as a scheduler: actions run as operations on the queue.
extension OperationQueue: Scheduler {
  /// An instant for actions of operation queues.
  public struct SchedulerTimeType: SchedulerDate {
    /// A time interval in seconds.
    public struct Stride: SchedulerDateStride {
      public var magnitude: TimeInterval

      public init(_ timeInterval: TimeInterval) {
        magnitude = timeInterval.isNaN ? 0 : timeInterval
      }
    }

    public var date: Date

    public init(_ date: Date) { self.date = date }
  }

  /// The options of an action: there are none.
  public struct SchedulerOptions: Sendable {}

  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = ScheduledAction(action)
    addOperation { action.run() }
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    timekeeper.schedule(after: instant(of: date), tolerance: .seconds(tolerance.timeInterval)) {
      self.schedule(options: options, action)
    }
  }

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
