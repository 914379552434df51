import Foundation
import PortableCombine

/// A run loop as a scheduler: actions run on its thread while it runs in the default mode.
extension RunLoop: Scheduler {
  /// An instant for actions of run loops.
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
    // A timer, because `perform` does not wake the run loop.
    schedule(after: now, tolerance: 0, options: options, action)
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    _ = addTimer(at: date, interval: nil, tolerance: tolerance, TimerAction(action))
  }

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
