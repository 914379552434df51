/// A point of the media, or a length of it: whole ticks of a timebase.
///
/// Two times are equal when they are the same instant, whatever their timebases: 1/2 s is 500 ms.
/// Comparing is exact.
public struct MediaTime: Sendable {
  public let ticks: Int64
  public let timebase: Timebase

  /// In whole seconds: what it is added to keeps its timebase.
  public static let zero = MediaTime(ticks: 0, timebase: .seconds)

  public init(ticks: Int64, timebase: Timebase) {
    self.ticks = ticks
    self.timebase = timebase
  }

  public static func nanoseconds(_ count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: .nanoseconds)
  }

  public static func milliseconds(_ count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: .milliseconds)
  }

  public static func seconds(_ count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: .seconds)
  }

  /// The seconds rounded to the nearest nanosecond, or nil where they are not a number or lie
  /// beyond 292 years.
  public init?(seconds: Double) {
    guard let ticks = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
    self.init(ticks: ticks, timebase: .nanoseconds)
  }

  /// The duration rounded to the nearest nanosecond, or nil where it lies beyond 292 years.
  public init?(_ duration: Duration) {
    let nanoseconds = duration.attoseconds.divided(by: 1_000_000_000, rounding: .toNearestOrEven)
    guard let ticks = Int64(exactly: nanoseconds) else { return nil }
    self.init(ticks: ticks, timebase: .nanoseconds)
  }

  /// Seconds, the nearest `Double`: for display and for interfaces that want one.
  public var seconds: Double {
    // Whole seconds and the rest apart: the product of a long file's ticks and its numerator may
    // need more than the 53 bits that a Double holds.
    let (whole, rest) = (Int128(ticks) * Int128(timebase.numerator))
      .quotientAndRemainder(dividingBy: Int128(timebase.denominator))
    return Double(whole) + Double(rest) / Double(timebase.denominator)
  }

  /// The same time in ticks of another timebase, rounded as named, or nil where they overflow.
  public func converted(
    to timebase: Timebase, rounding rule: FloatingPointRoundingRule
  ) -> MediaTime? {
    if timebase == self.timebase { return self }
    let numerator = Int128(self.timebase.numerator) * Int128(timebase.denominator)
    let denominator = Int128(self.timebase.denominator) * Int128(timebase.numerator)
    let ticks = (Int128(self.ticks) * numerator).divided(by: denominator, rounding: rule)
    return Int64(exactly: ticks).map { MediaTime(ticks: $0, timebase: timebase) }
  }

  /// Whole nanoseconds, rounded as named; beyond 292 years the greatest or least there are.
  public func nanoseconds(rounding rule: FloatingPointRoundingRule) -> Int64 {
    converted(to: .nanoseconds, rounding: rule)?.ticks ?? (ticks < 0 ? .min : .max)
  }
}

extension MediaTime: Comparable, Hashable {
  public static func == (one: MediaTime, two: MediaTime) -> Bool {
    one.timebase == two.timebase ? one.ticks == two.ticks : scaled(one, two) == scaled(two, one)
  }

  public static func < (one: MediaTime, two: MediaTime) -> Bool {
    one.timebase == two.timebase ? one.ticks < two.ticks : scaled(one, two) < scaled(two, one)
  }

  public func hash(into hasher: inout Hasher) {
    let divisor = greatestCommonDivisor(
      Int64(timebase.denominator), abs(ticks % Int64(timebase.denominator)))
    hasher.combine(Int128(ticks) / Int128(divisor) * Int128(timebase.numerator))
    hasher.combine(Int64(timebase.denominator) / divisor)
  }

  /// `one` in a unit that both have, in up to 126 bits.
  private static func scaled(_ one: MediaTime, _ other: MediaTime) -> Int128 {
    Int128(one.ticks) * Int128(one.timebase.numerator) * Int128(other.timebase.denominator)
  }
}

extension MediaTime: CustomStringConvertible {
  /// Seconds, and the exact ticks behind them, as in `1.5 s (135000 × 1/90000)`.
  public var description: String { "\(seconds) s (\(ticks) × \(timebase))" }
}
