extension Duration {
  /// Creates a duration from a media time, rounded to the nearest attosecond and clamped to the range of
  /// `Duration`, which is more than 5,000,000,000,000 years.
  ///
  /// - Parameter time: The media time.
  public init(_ time: MediaTime) {
    let denominator = Int128(time.timebase.denominator)
    let (whole, rest) = (Int128(time.ticks) * Int128(time.timebase.numerator))
      .quotientAndRemainder(dividingBy: denominator)
    let second: Int128 = 1_000_000_000_000_000_000
    let (seconds, overflow) = whole.multipliedReportingOverflow(by: second)
    let (sum, exceeds) = seconds.addingReportingOverflow(
      (rest * second).divided(by: denominator, rounding: .toNearestOrEven))
    self.init(attoseconds: overflow || exceeds ? (time.ticks < 0 ? .min : .max) : sum)
  }
}
