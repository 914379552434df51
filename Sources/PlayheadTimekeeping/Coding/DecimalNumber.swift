/// A number with a fixed number of decimal places. The command writes all places, and other encoders
/// encode the `Double` that is nearest to the same number.
package struct DecimalNumber: Encodable {
  private let text: String

  /// Creates a number rounded to a number of decimal places, or nil if it is infinite or not a number.
  package init?(_ value: Double, places: Int32) {
    guard value.isFinite else { return nil }
    text = fixed(value, places)
  }

  package init(millionths: Int64) {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 6 - digits.utf8.count)
    text = "\(millionths < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
  }

  /// Creates the number of seconds in whole microseconds, truncated as in records of positions.
  package init(truncatedSecondsOf time: MediaTime) {
    self.init(millionths: time.nanoseconds(rounding: .towardZero) / 1_000)
  }

  /// Creates the number of seconds rounded to the nearest microsecond, or nil beyond 292,000 years.
  init?(seconds time: MediaTime) {
    guard
      let micros = time.converted(to: .microseconds, rounding: .toNearestOrAwayFromZero)?.ticks
    else { return nil }
    self.init(millionths: micros)
  }

  package func encode(to encoder: any Encoder) throws {
    if let command = encoder as? any CommandEncoder { return command.encode(number: text) }
    var container = encoder.singleValueContainer()
    try container.encode(Double(text))
  }
}
