import Dispatch
import Foundation
import PortableCombine

/// An operation queue as a scheduler: actions run as operations on the queue.
extension OperationQueue: Scheduler {
  /// An instant for actions of operation queues.
  public struct SchedulerTimeType: SchedulerDate {
    /// A time interval in seconds.
    public struct Stride: SchedulerDateStride {
      /// The number of seconds, with its sign.
      public var magnitude: TimeInterval

      /// Creates an interval of a number of seconds; zero if `timeInterval` is not a number.
      ///
      /// - Parameter timeInterval: The number of seconds.
      public init(_ timeInterval: TimeInterval) {
        magnitude = timeInterval.isNaN ? 0 : timeInterval
      }
    }

    /// The instant as a date.
    public var date: Date

    public init(_ date: Date) { self.date = date }
  }

  /// The options of an action: there are none.
  public struct SchedulerOptions: Sendable {}

  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// The minimum tolerance: zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Adds an action to the queue.
  ///
  /// - Parameters:
  ///   - options: Unused: there are no options.
  ///   - action: The action.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = ScheduledAction(action)
    addOperation { action.run() }
  }

  /// Adds an action to the queue once, not earlier than `date`.
  ///
  /// - Parameters:
  ///   - date: The earliest instant for the action.
  ///   - tolerance: The time by which the action may be late.
  ///   - options: Unused: there are no options.
  ///   - action: The action.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    timekeeper.schedule(after: instant(of: date), tolerance: .seconds(tolerance.timeInterval)) {
      self.schedule(options: options, action)
    }
  }

  /// Adds an action to the queue repeatedly, first not earlier than `date`.
  ///
  /// - Parameters:
  ///   - date: The earliest instant for the first action.
  ///   - interval: The time between actions.
  ///   - tolerance: The time by which an action may be late.
  ///   - options: Unused: there are no options.
  ///   - action: The action.
  /// - Returns: An object that ends the repetition when it is cancelled or released.
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
