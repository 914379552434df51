/// Arithmetic that stops at the ends of the range: a span of time may be longer than can be
/// counted, and must not trap for that.
extension Int {
  @usableFromInline
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  @usableFromInline
  func saturatingSubtract(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  @usableFromInline
  func saturatingMultiply(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  /// The nearest whole number; the last there is where that is beyond the range, zero for what is
  /// no number.
  @usableFromInline
  init(saturating value: Double) {
    if value.isNaN {
      self = 0
    } else {
      self = Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
  }
}
