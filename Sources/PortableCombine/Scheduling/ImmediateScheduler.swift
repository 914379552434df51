/// A scheduler that runs every action at once, inside the call, whatever instant it is given.
///
/// Source of the rule: Apple's documentation of `ImmediateScheduler`.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The one there is.
  public static let shared = ImmediateScheduler()

  private init() {}

  /// Always the same instant: its clock stands still.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action`.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    action()
  }

  /// Runs `action`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action`, once.
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
  /// The one instant there is.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// Zero.
    public func distance(to other: SchedulerTimeType) -> Stride { 0 }

    /// The same instant.
    public func advanced(by n: Stride) -> SchedulerTimeType { self }
  }
}

extension ImmediateScheduler.SchedulerTimeType {
  /// A number that stands for a span of time, and moves nothing.
  public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
    SchedulerTimeIntervalConvertible
  {
    /// The number.
    public var magnitude: Int

    /// Makes a span of a number.
    public init(_ value: Int) { magnitude = value }

    public init(integerLiteral value: Int) { magnitude = value }

    /// Makes a span of the whole part of a number.
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

    /// Zero.
    public static func seconds(_ s: Int) -> Self { 0 }

    /// Zero.
    public static func seconds(_ s: Double) -> Self { 0 }

    /// Zero.
    public static func milliseconds(_ ms: Int) -> Self { 0 }

    /// Zero.
    public static func microseconds(_ us: Int) -> Self { 0 }

    /// Zero.
    public static func nanoseconds(_ ns: Int) -> Self { 0 }
  }
}
