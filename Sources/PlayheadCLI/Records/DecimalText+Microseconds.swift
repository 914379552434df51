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

  /// A whole number, with zeros before it where it has fewer digits than `count`, up to 20.
  mutating func append(digits number: UInt64, atLeast count: Int) {
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

  /// Seconds as `HH:MM:SS`; they are not negative.
  mutating func append(clock seconds: Int64) {
    append(digits: UInt64(seconds / 3_600), atLeast: 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(seconds / 60 % 60), atLeast: 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(seconds % 60), atLeast: 2)
  }

  /// A time in seconds with so many decimals (up to 9), truncated: a point that has been passed is
  /// told, never one still to come.
  mutating func append(seconds time: MediaTime, places: Int) {
    let number = time.whole(places: places)
    append(decimal: number, places: places)
  }

  /// A time in whole units of which ten to the power of `unitPlaces` are a second, truncated.
  mutating func append(seconds time: MediaTime, unitPlaces: Int) {
    append(decimal: time.whole(places: unitPlaces))
  }

  /// As `HH:MM:SS` with so many decimals (up to 9), truncated.
  mutating func append(clock time: MediaTime, places: Int) {
    append(clock: time, ClockPattern(hasHours: true, isPadded: true, places: places))
  }

  /// As a clock's pattern has it, truncated.
  mutating func append(clock time: MediaTime, _ pattern: ClockPattern) {
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

  /// So many units, of which ten to the power of `places` are one.
  mutating func append(decimal number: Int64, places: Int) {
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
  /// Whole units of which ten to the power of `places` (up to 9) are a second, truncated.
  fileprivate func whole(places: Int) -> Int64 {
    nanoseconds(rounding: .towardZero) / Int64(powerOfTen(9 - places))
  }
}

func powerOfTen(_ exponent: Int) -> UInt64 {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}
