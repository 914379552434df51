extension MediaTime {
  /// The sum, or nil where it overflows.
  ///
  /// It is exact wherever the two timebases have a common one whose fraction fits (all that media
  /// use have); elsewhere both are rounded to nanoseconds as named.
  public func adding(
    _ other: MediaTime, rounding rule: FloatingPointRoundingRule = .toNearestOrEven
  ) -> MediaTime? {
    combined(with: other, rounding: rule) { $0.addingReportingOverflow($1) }
  }

  /// The difference, or nil where it overflows. Exact where `adding` is.
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

  /// `count` times this time, or nil where it overflows.
  public func multiplied(by count: Int64) -> MediaTime? {
    let (ticks, overflow) = ticks.multipliedReportingOverflow(by: count)
    return overflow ? nil : MediaTime(ticks: ticks, timebase: timebase)
  }

  /// How many whole `interval`s lie between zero and this time, rounded down; `interval` must be
  /// positive. Beyond `Int64` the greatest or least there is.
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
