/// A scheduler that runs every action immediately, inside the call, whatever the time.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  /// The shared scheduler.
  public static let shared = ImmediateScheduler()

  private init() {}

  /// The current time, which is always the same.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` immediately.
  ///
  /// - Parameters:
  ///   - options: Options of the scheduler; nil for the default.
  ///   - action: The closure to call.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    action()
  }

  /// Runs `action` immediately.
  ///
  /// - Parameters:
  ///   - date: When to call it.
  ///   - tolerance: The time by which a call may be later.
  ///   - options: Options of the scheduler; nil for the default.
  ///   - action: The closure to call.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action` immediately, once.
  ///
  /// - Parameters:
  ///   - date: Ignored.
  ///   - interval: Ignored.
  ///   - tolerance: Ignored.
  ///   - options: Ignored.
  ///   - action: The closure to call.
  /// - Returns: A cancellable without effect.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}

extension ImmediateScheduler {
  /// The only time of the scheduler's clock.
  public struct SchedulerTimeType: Strideable, Sendable {
    public func distance(to other: SchedulerTimeType) -> Stride { 0 }

    public func advanced(by n: Stride) -> SchedulerTimeType { self }
  }
}

extension ImmediateScheduler.SchedulerTimeType {
  /// A number in place of a time interval; it has no effect.
  public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
    SchedulerTimeIntervalConvertible
  {
    public var magnitude: Int

    /// Creates an interval from a number.
    ///
    /// - Parameter value: The length of the interval.
    public init(_ value: Int) { magnitude = value }

    public init(integerLiteral value: Int) { magnitude = value }

    public init(floatLiteral value: Double) {
      magnitude = Int(saturating: value.rounded(.towardZero))
    }

    public init?<T>(exactly source: T) where T: BinaryInteger {
      guard let value = Int(exactly: source) else { return nil }
      magnitude = value
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

    public static func + (lhs: Self, rhs: Self) -> Self {
      Self(lhs.magnitude.saturatingAdd(rhs.magnitude))
    }

    public static func - (lhs: Self, rhs: Self) -> Self {
      Self(lhs.magnitude.saturatingSubtract(rhs.magnitude))
    }

    public static func * (lhs: Self, rhs: Self) -> Self {
      Self(lhs.magnitude.saturatingMultiply(rhs.magnitude))
    }

    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    public static func seconds(_ s: Int) -> Self { 0 }

    public static func seconds(_ s: Double) -> Self { 0 }

    public static func milliseconds(_ ms: Int) -> Self { 0 }

    public static func microseconds(_ us: Int) -> Self { 0 }

    public static func nanoseconds(_ ns: Int) -> Self { 0 }
  }
}
