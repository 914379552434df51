import Dispatch
import PortableCombine
import PlayheadTimekeeping

/// A Combine scheduler on a manual clock, as a replacement for a dispatch queue.
///
/// Its instants and strides are those of `DispatchQueue`, so `.debounce(for: 0.3, scheduler: scheduler)` compiles.
/// Advancing the clock runs the actions that become due, in order. An action without an instant is due at once: it runs
/// with the next advance, just as a queue runs it after the call.
public struct ManualScheduler: Scheduler, Sendable {
  /// An instant of the scheduler.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  /// The options of an action, which are ignored.
  public typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  /// The clock that determines the time.
  public let clock: ManualHostClock

  /// Creates a scheduler on a clock.
  ///
  /// - Parameter clock: The clock.
  public init(_ clock: ManualHostClock = ManualHostClock()) {
    self.clock = clock
    OpenStreams.add(clock)
  }

  /// The current instant of the clock. The clock's zero corresponds to Dispatch's nanosecond 1,
  /// because Dispatch's zero means now.
  public var now: SchedulerTimeType {
    SchedulerTimeType(
      DispatchTime(uptimeNanoseconds: UInt64(clamping: clock.now.nanoseconds) + 1))
  }

  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Runs an action with the next advance of the clock.
  ///
  /// - Parameters:
  ///   - options: Ignored.
  ///   - action: The action.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    schedule(after: now, tolerance: .zero, options: options, action)
  }

  /// Runs an action once, when the clock reaches `date`.
  ///
  /// - Parameters:
  ///   - date: The instant for the action.
  ///   - tolerance: Ignored.
  ///   - options: Ignored.
  ///   - action: The action.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    _ = ManualTimer(on: clock, at: instant(of: date), interval: nil, action)
  }

  /// Runs an action when the clock reaches `date`, and then after each interval.
  ///
  /// - Parameters:
  ///   - date: The instant for the first action.
  ///   - interval: The time between actions. If it is not positive, the action runs once.
  ///   - tolerance: Ignored.
  ///   - options: Ignored.
  ///   - action: The action.
  /// - Returns: An object that ends the repetition when it is cancelled or released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = ManualTimer(
      on: clock, at: instant(of: date), interval: interval > 0 ? interval.magnitude : nil, action)
    return AnyCancellable { timer.stop() }
  }

  private func instant(of date: SchedulerTimeType) -> HostInstant {
    HostInstant(nanoseconds: Int64(clamping: date.dispatchTime.uptimeNanoseconds) - 1)
  }
}
