import PlayheadKit

extension MediaTime {
  /// Seconds with six decimals, to the nearest; nil where they lie beyond 292,000 years.
  ///
  /// A timestamp is told as what it is nearest to, as all tools of the field do; a position
  /// (`decimalText`) never as one still to come.
  var microsecondText: String? {
    converted(to: .microseconds, rounding: .toNearestOrAwayFromZero).map { time in
      var bytes: [UInt8] = []
      bytes.append(microseconds: time.ticks)
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension [UInt8] {
  /// A whole number in decimals.
  mutating func append(decimal number: some FixedWidthInteger) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(number.magnitude), atLeast: 1)
  }

  /// Microseconds as seconds with six decimals.
  mutating func append(microseconds: Int64) {
    if microseconds < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    append(digits: whole, atLeast: 1)
    append(UInt8(ascii: "."))
    append(digits: rest, atLeast: 6)
  }

  private mutating func append(digits number: UInt64, atLeast count: Int) {
    // The last digit comes first; 20 are those of the greatest number.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = digits.count
      var rest = number
      while rest > 0 || digits.count - first < count {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }
}
