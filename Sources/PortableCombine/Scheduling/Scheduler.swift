/// A type that defines when and where a closure runs.
///
/// Its methods can be called from any thread. The scheduler determines the thread that runs an action.
public protocol Scheduler<SchedulerTimeType> {
  /// The type of a time of the scheduler's clock.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// The type of the options for running an action.
  associatedtype SchedulerOptions

  /// The current time.
  var now: SchedulerTimeType { get }

  /// The smallest tolerance that the scheduler supports.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs `action` as soon as possible.
  ///
  /// - Parameters:
  ///   - options: Options of the scheduler; nil for the default.
  ///   - action: The closure to call.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

  /// Runs `action` once, not before `date`, and if possible not more than `tolerance` later.
  ///
  /// - Parameters:
  ///   - date: When to call it.
  ///   - tolerance: The time by which a call may be later.
  ///   - options: Options of the scheduler; nil for the default.
  ///   - action: The closure to call.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void)

  /// Runs `action` repeatedly, first after `date`, until the returned cancellable is cancelled.
  ///
  /// - Parameters:
  ///   - date: When to call it first.
  ///   - interval: The time between two calls.
  ///   - tolerance: The time by which a call may be later.
  ///   - options: Options of the scheduler; nil for the default.
  ///   - action: The closure to call.
  /// - Returns: A cancellable that ends the repetition.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs `action` as soon as possible.
  ///
  /// - Parameter action: The closure to call.
  @inlinable
  public func schedule(_ action: @escaping () -> Void) {
    schedule(options: nil, action)
  }

  /// Runs `action` once, not before `date`.
  ///
  /// - Parameters:
  ///   - date: When to call it.
  ///   - action: The closure to call.
  @inlinable
  public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` once, not before `date`, and if possible not more than `tolerance` later.
  ///
  /// - Parameters:
  ///   - date: When to call it.
  ///   - tolerance: The time by which a call may be later.
  ///   - action: The closure to call.
  @inlinable
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` repeatedly, first after `date`, until the returned cancellable is cancelled.
  ///
  /// - Parameters:
  ///   - date: When to call it first.
  ///   - interval: The time between two calls.
  ///   - action: The closure to call.
  /// - Returns: A cancellable that ends the repetition.
  @inlinable
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(
      after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` repeatedly, first after `date`, until the returned cancellable is cancelled.
  ///
  /// - Parameters:
  ///   - date: When to call it first.
  ///   - interval: The time between two calls.
  ///   - tolerance: The time by which a call may be later.
  ///   - action: The closure to call.
  /// - Returns: A cancellable that ends the repetition.
  @inlinable
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
