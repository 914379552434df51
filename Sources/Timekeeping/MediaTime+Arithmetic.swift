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

  /// Returns how many whole intervals fit between zero and this time, rounded down and clamped to
  /// `Int64`.
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
