import PlayheadTimekeeping

extension MediaTime {
  /// Returns the seconds with up to 9 decimal places, truncated so that no future position is reported.
  package func decimalText(places: Int) -> String {
    String { $0.append(seconds: self, places: places) }
  }
}

extension String {
  /// Creates a text of the bytes that `write` appends.
  package init(_ write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a whole number in decimal notation.
  @inlinable
  package mutating func append(decimal number: some FixedWidthInteger) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(number.magnitude), atLeast: 1)
  }

  /// Appends a whole number with leading zeros, so that it has at least `count` digits (up to 20).
  @usableFromInline
  package mutating func append(digits number: UInt64, atLeast count: Int) {
    // The buffer is filled from its end. 20 digits are enough for the greatest number.
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

  /// Appends the seconds with up to 9 decimal places, truncated so that no future position is reported.
  package mutating func append(seconds time: MediaTime, places: Int) {
    let number = time.whole(places: places)
    append(decimal: number, places: places)
  }

  /// Appends a time as `HH:MM:SS` with this number of decimal places (up to 9), truncated.
  package mutating func append(clock time: MediaTime, places: Int) {
    append(clock: time, ClockPattern(hasHours: true, isPadded: true, places: places))
  }

  /// Appends a time as hours, minutes and seconds in this pattern, truncated.
  package mutating func append(clock time: MediaTime, _ pattern: ClockPattern) {
    let number = time.whole(places: pattern.places)
    if number < 0 { append(UInt8(ascii: "-")) }
    let (seconds, rest) = number.magnitude.quotientAndRemainder(
      dividingBy: powerOfTen(pattern.places))
    let least = pattern.isPadded ? 2 : 1
    if pattern.hasHours {
      append(digits: seconds / 3_600, atLeast: least)
      append(UInt8(ascii: ":"))
      append(digits: seconds / 60 % 60, atLeast: 2)
    } else {
      append(digits: seconds / 60, atLeast: least)
    }
    append(UInt8(ascii: ":"))
    append(digits: seconds % 60, atLeast: 2)
    if pattern.places > 0 {
      append(UInt8(ascii: "."))
      append(digits: rest, atLeast: pattern.places)
    }
  }

  /// Appends `number` divided by ten to the power of `places`, with this number of decimal places.
  package mutating func append(decimal number: Int64, places: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: powerOfTen(places))
    append(digits: whole, atLeast: 1)
    if places > 0 {
      append(UInt8(ascii: "."))
      append(digits: rest, atLeast: places)
    }
  }
}

extension MediaTime {
  /// Returns the number of units of ten to the power of minus `places` seconds (up to 9), truncated.
  fileprivate func whole(places: Int) -> Int64 {
    nanoseconds(rounding: .towardZero) / Int64(powerOfTen(9 - places))
  }
}

package func powerOfTen(_ exponent: Int) -> UInt64 {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}
