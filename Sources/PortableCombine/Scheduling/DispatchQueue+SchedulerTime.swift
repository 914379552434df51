import Dispatch

extension DispatchQueue {
  /// A time of Dispatch's uptime clock.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    // libdispatch interprets larger numbers as times of another clock.
    private static let end: UInt64 = 1 << 62

    /// The time as a `DispatchTime`.
    public var dispatchTime: DispatchTime

    /// Creates a time from a `DispatchTime`.
    ///
    /// - Parameter time: The time of Dispatch.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// Decodes the nanoseconds that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
    }

    /// Encodes the nanoseconds of the uptime clock as a single value.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    /// Returns the time from this time to `other`; negative if `other` is earlier.
    ///
    /// The result is clamped to the range of `Stride`.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The time; negative if `other` is earlier.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let (here, there) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      return there >= here
        ? .nanoseconds(Int(clamping: there - here)) : .nanoseconds(-Int(clamping: here - there))
    }

    /// Returns the time that is `n` later, or the distant future if the clock cannot represent it.
    ///
    /// - Parameter n: The time to add; negative for an earlier instant.
    /// - Returns: The later instant.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      let start = Int(clamping: dispatchTime.uptimeNanoseconds)
      let sum = UInt64(clamping: start.saturatingAdd(n.magnitude))
      return SchedulerTimeType(
        sum < Self.end ? DispatchTime(uptimeNanoseconds: sum) : .distantFuture)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(dispatchTime.uptimeNanoseconds)
    }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime == rhs.dispatchTime }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }
  }
}

extension DispatchQueue.SchedulerTimeType {
  /// A time interval in nanoseconds. A literal is in seconds: `0.3`.
  ///
  /// Intervals are clamped to the range of `Int`, which is 292 years. Arithmetic does not trap.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Codable, Sendable
  {
    public var magnitude: Int

    // The same key as in Combine.
    private enum CodingKeys: String, CodingKey {
      case magnitude = "_nanoseconds"
    }

    /// The interval as a `DispatchTimeInterval`.
    public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

    private init(nanoseconds: Int) { magnitude = nanoseconds }

    private init(_ count: Int, of nanoseconds: Int) {
      magnitude = count.saturatingMultiply(nanoseconds)
    }

    /// Creates an interval from a `DispatchTimeInterval`; `.never` becomes the longest interval.
    ///
    /// - Parameter timeInterval: The interval of Dispatch.
    public init(_ timeInterval: DispatchTimeInterval) {
      switch timeInterval {
      case .seconds(let count): self.init(count, of: 1_000_000_000)
      case .milliseconds(let count): self.init(count, of: 1_000_000)
      case .microseconds(let count): self.init(count, of: 1_000)
      case .nanoseconds(let count): self.init(count, of: 1)
      case .never: self.init(nanoseconds: .max)
      }
    }

    public init(floatLiteral value: Double) { self = .seconds(value) }

    public init(integerLiteral value: Int) { self = .seconds(value) }

    public init?<T>(exactly source: T) where T: BinaryInteger {
      guard let count = Int(exactly: source) else { return nil }
      self = .seconds(count)
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

    public static func + (lhs: Self, rhs: Self) -> Self {
      Self(nanoseconds: lhs.magnitude.saturatingAdd(rhs.magnitude))
    }

    public static func - (lhs: Self, rhs: Self) -> Self {
      Self(nanoseconds: lhs.magnitude.saturatingSubtract(rhs.magnitude))
    }

    public static func * (lhs: Self, rhs: Self) -> Self {
      Self(nanoseconds: lhs.magnitude.saturatingMultiply(rhs.magnitude))
    }

    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    public static func seconds(_ s: Int) -> Self { Self(s, of: 1_000_000_000) }

    public static func seconds(_ s: Double) -> Self {
      Self(nanoseconds: Int(saturating: s * 1_000_000_000))
    }

    public static func milliseconds(_ ms: Int) -> Self { Self(ms, of: 1_000_000) }

    public static func microseconds(_ us: Int) -> Self { Self(us, of: 1_000) }

    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }
  }
}
