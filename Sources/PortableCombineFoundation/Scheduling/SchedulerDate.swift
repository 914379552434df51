import Foundation
import PortableCombine

/// An instant of the calendar's clock, by which run loops and operation queues schedule.
///
/// Read as `RunLoop.SchedulerTimeType` and `OperationQueue.SchedulerTimeType`, which are two types:
/// an instant of one scheduler is not one of the other.
public struct SchedulerDate<Owner>: Strideable, Codable, Hashable, Sendable {
  /// The instant.
  public var date: Date

  /// Makes it of a date.
  public init(_ date: Date) { self.date = date }

  /// How long it is from here to `other`; negative where that is earlier.
  public func distance(to other: SchedulerDate) -> Stride {
    Stride(other.date.timeIntervalSince(date))
  }

  /// The instant so much later.
  public func advanced(by n: Stride) -> SchedulerDate {
    SchedulerDate(date.addingTimeInterval(n.timeInterval))
  }

  /// The instant as a timer takes it: no later than the distant future.
  var fireDate: Date { min(max(date, .distantPast), .distantFuture) }
}

extension SchedulerDate {
  /// A span of time in seconds.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Codable, Sendable
  {
    /// The number of seconds, with its sign.
    public var magnitude: TimeInterval

    /// The span as Foundation has it.
    public var timeInterval: TimeInterval { magnitude }

    /// Makes it of so many seconds; what is no number is none.
    public init(_ timeInterval: TimeInterval) {
      magnitude = timeInterval.isNaN ? 0 : timeInterval
    }

    public init(floatLiteral value: TimeInterval) { self.init(value) }

    public init(integerLiteral value: TimeInterval) { self.init(value) }

    /// So many seconds; nil if they cannot be told exactly.
    public init?<T>(exactly source: T) where T: BinaryInteger {
      guard let value = TimeInterval(exactly: source) else { return nil }
      self.init(value)
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

    public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }

    public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }

    public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }

    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }

    public static func seconds(_ s: Double) -> Self { Self(s) }

    public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }

    public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }

    public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }
  }
}
