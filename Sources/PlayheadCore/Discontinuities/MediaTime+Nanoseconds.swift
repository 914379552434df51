import PlayheadTimekeeping

extension MediaTime {
  /// The time in whole nanoseconds, rounded down and clamped to `Int64`. A rule, and 128 bits, would take several times
  /// as long, which matters where each packet is judged.
  var wholeNanoseconds: Int64 {
    let (product, overflow) =
      ticks.multipliedReportingOverflow(by: Int64(timebase.numerator) * 1_000_000_000)
    if overflow { return nanoseconds(rounding: .down) }
    let (quotient, remainder) =
      product.quotientAndRemainder(dividingBy: Int64(timebase.denominator))
    return remainder < 0 ? quotient - 1 : quotient
  }
}
