import Dispatch
import PortableCombine
import Timekeeping

/// A Combine scheduler on a manual clock, that stands in for a dispatch queue: instants and spans
/// are a queue's, so `.debounce(for: 0.3, scheduler: scheduler)` compiles.
///
/// Whoever advances the clock runs what falls due, in order. What is scheduled without an instant
/// is due now: it runs with the next advance, as on a queue it runs after the call.
public struct ManualScheduler: Scheduler, Sendable {
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  public typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  /// The clock whose time it is.
  public let clock: ManualHostClock

  /// Makes a scheduler on a clock.
  public init(_ clock: ManualHostClock = ManualHostClock()) {
    self.clock = clock
    OpenStreams.add(clock)
  }

  /// The instant the clock stands at. The clock's zero is Dispatch's nanosecond 1, as its zero
  /// means now.
  public var now: SchedulerTimeType {
    SchedulerTimeType(
      DispatchTime(uptimeNanoseconds: UInt64(clamping: clock.now.nanoseconds) + 1))
  }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Runs `action` with the next advance.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    schedule(after: now, tolerance: .zero, options: options, action)
  }

  /// Runs `action` once, when the clock gets to `date`; neither tolerance nor options are used.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    _ = ManualTimer(on: clock, at: instant(of: date), interval: nil, action)
  }

  /// Runs `action` when the clock gets to `date`, and then after each interval, until what it
  /// returns is cancelled or released; once if the interval is not positive.
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
