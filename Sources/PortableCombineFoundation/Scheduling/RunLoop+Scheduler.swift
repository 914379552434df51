import Foundation
import PortableCombine

/// A run loop as a scheduler: actions run on its thread while it runs in the default mode.
extension RunLoop: Scheduler {
  /// An instant for actions of run loops.
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

  /// Runs an action in the next iteration of the run loop.
  ///
  /// - Parameters:
  ///   - options: Unused: there are no options.
  ///   - action: The action.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    // A timer, because `perform` does not wake the run loop.
    schedule(after: now, tolerance: 0, options: options, action)
  }

  /// Runs an action once, not earlier than `date`.
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
    _ = addTimer(at: date, interval: nil, tolerance: tolerance, TimerAction(action))
  }

  /// Runs an action repeatedly, first not earlier than `date`.
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
    let action = TimerAction(action)
    let timer = addTimer(at: date, interval: interval, tolerance: tolerance, action)
    return AnyCancellable {
      timer.invalidate()
      action.release()
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
