import Foundation
import PortableCombine

/// An instant of the calendar clock, for actions of run loops and operation queues.
///
/// `RunLoop.SchedulerTimeType` and `OperationQueue.SchedulerTimeType` are two types, as Apple's are: an
/// instant of one scheduler cannot be used with the other, and a program can extend both.
public protocol SchedulerDate: Strideable, Codable, Hashable, Sendable
where Stride: SchedulerDateStride {
  /// The instant as a date.
  var date: Date { get set }

  /// Creates an instant from a date.
  ///
  /// - Parameter date: The date.
  init(_ date: Date)
}

extension SchedulerDate {
  public func distance(to other: Self) -> Stride {
    Stride(other.date.timeIntervalSince(date))
  }

  public func advanced(by n: Stride) -> Self {
    Self(date.addingTimeInterval(n.timeInterval))
  }

  /// The date for a timer, clamped to the distant past and the distant future.
  var fireDate: Date { min(max(date, .distantPast), .distantFuture) }
}

/// A time interval in seconds between two instants of a run loop or an operation queue.
public protocol SchedulerDateStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  ExpressibleByFloatLiteral, Hashable, Codable, Sendable
where Magnitude == TimeInterval {
  /// The number of seconds. Unlike in other numeric types, it keeps its sign.
  var magnitude: TimeInterval { get set }

  /// Creates an interval of a number of seconds; zero if `timeInterval` is not a number.
  ///
  /// - Parameter timeInterval: The number of seconds.
  init(_ timeInterval: TimeInterval)
}

extension SchedulerDateStride {
  /// The interval in seconds.
  public var timeInterval: TimeInterval { magnitude }

  /// Creates an interval of a number of seconds.
  ///
  /// - Parameter value: The number of seconds.
  public init(floatLiteral value: TimeInterval) { self.init(value) }

  /// Creates an interval of a number of seconds.
  ///
  /// - Parameter value: The number of seconds.
  public init(integerLiteral value: TimeInterval) { self.init(value) }

  public init?<T>(exactly source: T) where T: BinaryInteger {
    guard let value = TimeInterval(exactly: source) else { return nil }
    self.init(value)
  }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

  /// Returns the sum of two intervals.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }

  /// Returns the difference of two intervals.
  public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }

  /// Returns the product of two intervals, in seconds.
  public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }

  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Multiplies by an interval, in seconds.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

  public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }

  public static func seconds(_ s: Double) -> Self { Self(s) }

  public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }

  public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }

  public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }
}
