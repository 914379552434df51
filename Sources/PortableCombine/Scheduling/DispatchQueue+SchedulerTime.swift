import Dispatch

extension DispatchQueue {
  /// An instant of Dispatch's uptime clock.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    // From here on libdispatch takes the number for an instant of another clock.
    private static let end: UInt64 = 1 << 62

    /// The instant as Dispatch has it.
    public var dispatchTime: DispatchTime

    /// Makes it of one of Dispatch's.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// Reads the nanoseconds that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
    }

    /// Writes the nanoseconds of the uptime clock, alone.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    /// How long it is from here to `other`; negative where that is earlier, the longest there is
    /// where it is longer.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let (here, there) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      return there >= here
        ? .nanoseconds(Int(clamping: there - here)) : .nanoseconds(-Int(clamping: here - there))
    }

    /// The instant so much later; the distant future where there is none.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      let start = Int(clamping: dispatchTime.uptimeNanoseconds)
      let sum = UInt64(clamping: start.saturatingAdd(n.magnitude))
      return SchedulerTimeType(
        sum < Self.end ? DispatchTime(uptimeNanoseconds: sum) : .distantFuture)
    }

    /// Feeds the instant to `hasher`.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(dispatchTime.uptimeNanoseconds)
    }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime == rhs.dispatchTime }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }
  }
}

extension DispatchQueue.SchedulerTimeType {
  /// A span of time in nanoseconds. A literal is seconds: `0.3`.
  ///
  /// What is longer than can be counted, 292 years, is as long as can be: nothing traps.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Codable, Sendable
  {
    /// The number of nanoseconds, with its sign.
    public var magnitude: Int

    // As Combine writes it.
    private enum CodingKeys: String, CodingKey {
      case magnitude = "_nanoseconds"
    }

    /// The span as Dispatch has it.
    public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

    private init(nanoseconds: Int) { magnitude = nanoseconds }

    private init(_ count: Int, of nanoseconds: Int) {
      magnitude = count.saturatingMultiply(nanoseconds)
    }

    /// Makes it of one of Dispatch's; never is the longest there is.
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

    /// So many seconds; nil if they are too many to count.
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
