extension MediaTime {
  /// Returns the sum, or nil if it overflows.
  ///
  /// The sum is exact if the two timebases have a common timebase that fits, as all timebases in
  /// media files do. Otherwise both times are first rounded to nanoseconds.
  ///
  /// - Parameters:
  ///   - other: The time to add.
  ///   - rule: How times are rounded to nanoseconds.
  /// - Returns: The sum, in a timebase that both times share or in nanoseconds.
  public func adding(
    _ other: MediaTime, rounding rule: FloatingPointRoundingRule = .toNearestOrEven
  ) -> MediaTime? {
    combined(with: other, rounding: rule) { $0.addingReportingOverflow($1) }
  }

  /// Returns the difference, or nil if it overflows. It is exact if `adding` is.
  ///
  /// - Parameters:
  ///   - other: The time to subtract.
  ///   - rule: How times are rounded to nanoseconds.
  /// - Returns: The difference, in a timebase that both times share or in nanoseconds.
  public func subtracting(
    _ other: MediaTime, rounding rule: FloatingPointRoundingRule = .toNearestOrEven
  ) -> MediaTime? {
    combined(with: other, rounding: rule) { $0.subtractingReportingOverflow($1) }
  }

  private func combined(
    with other: MediaTime, rounding rule: FloatingPointRoundingRule,
    _ combine: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> MediaTime? {
    let timebase = timebase.common(with: other.timebase) ?? .nanoseconds
    guard let one = converted(to: timebase, rounding: rule),
      let two = other.converted(to: timebase, rounding: rule)
    else { return nil }
    let (ticks, overflow) = combine(one.ticks, two.ticks)
    return overflow ? nil : MediaTime(ticks: ticks, timebase: timebase)
  }

  /// Returns `count` times this time, or nil if it overflows.
  ///
  /// - Parameter count: The factor.
  /// - Returns: The exact product, in the timebase of this time.
  public func multiplied(by count: Int64) -> MediaTime? {
    let (ticks, overflow) = ticks.multipliedReportingOverflow(by: count)
    return overflow ? nil : MediaTime(ticks: ticks, timebase: timebase)
  }

  /// Returns the time divided by a whole number; nil if the number is 0 or the result overflows.
  ///
  /// The result is exact if a timebase fits it, as for the times of media files and numbers up to some thousands.
  /// Otherwise it is rounded to the nearest nanosecond, or to the nearest tick beyond 292 years.
  ///
  /// - Parameter count: The divisor.
  /// - Returns: The quotient.
  public func divided(by count: Int64) -> MediaTime? {
    if count == 0 { return nil }
    let (dividend, divisor) = (Int128(count < 0 ? -1 : 1) * Int128(ticks), Int128(count.magnitude))
    if let exact = MediaTime.exact(dividend, over: divisor, of: timebase) { return exact }
    let nanoseconds = (dividend * Int128(timebase.numerator) * 1_000_000_000)
      .divided(by: Int128(timebase.denominator) * divisor, rounding: .toNearestOrEven)
    if let ticks = Int64(exactly: nanoseconds) { return .nanoseconds(ticks) }
    return Int64(exactly: dividend.divided(by: divisor, rounding: .toNearestOrEven))
      .map { MediaTime(ticks: $0, timebase: timebase) }
  }

  /// Returns a fraction of ticks as whole ticks of a shorter timebase, or nil if none fits.
  private static func exact(
    _ dividend: Int128, over divisor: Int128, of timebase: Timebase
  ) -> MediaTime? {
    guard let ticks = Int64(exactly: dividend), let whole = Int64(exactly: divisor) else {
      return nil
    }
    let common = greatestCommonDivisor(whole, abs(ticks % whole))
    let (denominator, overflow) = Int64(timebase.denominator)
      .multipliedReportingOverflow(by: whole / common)
    if overflow { return nil }
    return Timebase(reducing: Int64(timebase.numerator), denominator)
      .map { MediaTime(ticks: ticks / common, timebase: $0) }
  }

  /// Returns how many whole intervals fit between zero and this time, rounded down and clamped to `Int64`.
  ///
  /// - Parameter interval: The interval. It must be positive.
  /// - Returns: The number of intervals; negative before zero.
  public func wholeMultiples(of interval: MediaTime) -> Int64 {
    precondition(interval.ticks > 0, "An interval is positive")
    let numerator =
      Int128(ticks) * Int128(timebase.numerator) * Int128(interval.timebase.denominator)
    let unit =
      Int128(interval.timebase.numerator) * Int128(timebase.denominator) * Int128(interval.ticks)
    let quotient = numerator.divided(by: unit, rounding: .down)
    return Int64(clamping: quotient)
  }
}
