/// A point in media, or a length: a whole number of ticks of a timebase.
///
/// Two times are equal if they are the same number of seconds, whatever their timebases: 1/2 s
/// equals 500 ms. Comparison is exact.
public struct MediaTime: Sendable {
  /// The number of ticks.
  public let ticks: Int64
  /// The length of one tick.
  public let timebase: Timebase

  /// Zero, with a timebase of one second, so that a sum with zero keeps the other time's timebase.
  public static let zero = MediaTime(ticks: 0, timebase: .seconds)

  /// Creates a time of a number of ticks.
  ///
  /// - Parameters:
  ///   - ticks: The number of ticks.
  ///   - timebase: The length of one tick.
  public init(ticks: Int64, timebase: Timebase) {
    self.ticks = ticks
    self.timebase = timebase
  }

  /// Returns a time of whole nanoseconds.
  ///
  /// - Parameter count: The number of nanoseconds.
  /// - Returns: The exact time.
  public static func nanoseconds(_ count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: .nanoseconds)
  }

  /// Returns a time of whole milliseconds.
  ///
  /// - Parameter count: The number of milliseconds.
  /// - Returns: The exact time.
  public static func milliseconds(_ count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: .milliseconds)
  }

  /// Returns a time of whole seconds.
  ///
  /// - Parameter count: The number of seconds.
  /// - Returns: The exact time.
  public static func seconds(_ count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: .seconds)
  }

  /// Creates a time of seconds rounded to the nearest nanosecond, or nil if `seconds` is not a
  /// number or is more than 292 years from zero.
  ///
  /// - Parameter seconds: The number of seconds.
  public init?(seconds: Double) {
    guard let ticks = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
    self.init(ticks: ticks, timebase: .nanoseconds)
  }

  /// Creates a time from a duration rounded to the nearest nanosecond, or nil beyond 292 years.
  ///
  /// - Parameter duration: The duration.
  public init?(_ duration: Duration) {
    let nanoseconds = duration.attoseconds.divided(by: 1_000_000_000, rounding: .toNearestOrEven)
    guard let ticks = Int64(exactly: nanoseconds) else { return nil }
    self.init(ticks: ticks, timebase: .nanoseconds)
  }

  /// The time in seconds as the nearest `Double`, for display and for interfaces that require one.
  public var seconds: Double {
    // Whole seconds and the remainder separately: for a long file, ticks times numerator may need
    // more than the 53 bits of a Double.
    let (whole, rest) = (Int128(ticks) * Int128(timebase.numerator))
      .quotientAndRemainder(dividingBy: Int128(timebase.denominator))
    return Double(whole) + Double(rest) / Double(timebase.denominator)
  }

  /// Returns the same time in ticks of another timebase, or nil if they overflow.
  ///
  /// - Parameters:
  ///   - timebase: The new timebase.
  ///   - rule: How the ticks are rounded if they are not a whole number.
  /// - Returns: The time in `timebase`.
  public func converted(
    to timebase: Timebase, rounding rule: FloatingPointRoundingRule
  ) -> MediaTime? {
    if timebase == self.timebase { return self }
    let numerator = Int64(self.timebase.numerator) * Int64(timebase.denominator)
    let denominator = Int64(self.timebase.denominator) * Int64(timebase.numerator)
    let (product, overflow) = self.ticks.multipliedReportingOverflow(by: numerator)
    if !overflow, product % denominator == 0 {
      // Milliseconds as nanoseconds, for example. 128 bits take several times as long.
      return MediaTime(ticks: product / denominator, timebase: timebase)
    }
    let ticks = (Int128(self.ticks) * Int128(numerator))
      .divided(by: Int128(denominator), rounding: rule)
    return Int64(exactly: ticks).map { MediaTime(ticks: $0, timebase: timebase) }
  }

  /// Returns the time in whole nanoseconds, rounded by `rule` and clamped to `Int64` (292 years).
  ///
  /// - Parameter rule: How a fraction of a nanosecond is rounded.
  /// - Returns: The number of nanoseconds.
  public func nanoseconds(rounding rule: FloatingPointRoundingRule) -> Int64 {
    converted(to: .nanoseconds, rounding: rule)?.ticks ?? (ticks < 0 ? .min : .max)
  }
}

extension MediaTime: Comparable, Hashable {
  /// Returns whether two times are equal, whatever their timebases.
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

  /// Returns `one` in a common unit, in up to 126 bits, because `Int128` would multiply twice, with checks.
  private static func scaled(_ one: MediaTime, _ other: MediaTime) -> (high: Int64, low: UInt64) {
    one.ticks.multipliedFullWidth(
      by: Int64(one.timebase.numerator) * Int64(other.timebase.denominator))
  }
}

extension MediaTime: CustomStringConvertible, CustomDebugStringConvertible {
  /// Seconds rounded to the nearest nanosecond, as in `1.5 s`.
  public var description: String {
    let units = (Int128(ticks) * Int128(timebase.numerator) * 1_000_000_000)
      .divided(by: Int128(timebase.denominator), rounding: .toNearestOrAwayFromZero)
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(rest)
    var decimals = String(repeating: "0", count: 9 - digits.utf8.count) + digits
    while decimals.last == "0" { decimals.removeLast() }
    let point = decimals.isEmpty ? "" : "."
    return "\(units < 0 ? "-" : "")\(whole)\(point)\(decimals) s"
  }

  /// Seconds, and the exact ticks, as in `1.5 s (135000 × 1/90000)`.
  public var debugDescription: String { "\(description) (\(ticks) × \(timebase))" }
}
