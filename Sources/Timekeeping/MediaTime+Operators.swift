/// Arithmetic for times that the program itself chooses.
///
/// Overflow is a programming error and stops the program. Times read from media can have any value:
/// use `adding`, `subtracting` and `multiplied` for them, which return nil on overflow.
extension MediaTime: AdditiveArithmetic {
  /// Returns the sum, which is exact if `adding` is.
  ///
  /// - Precondition: The sum does not overflow.
  public static func + (one: MediaTime, other: MediaTime) -> MediaTime {
    guard let sum = one.adding(other) else {
      preconditionFailure("\(one) + \(other) overflows")
    }
    return sum
  }

  /// Returns the difference, which is exact if `subtracting` is.
  ///
  /// - Precondition: The difference does not overflow.
  public static func - (one: MediaTime, other: MediaTime) -> MediaTime {
    guard let difference = one.subtracting(other) else {
      preconditionFailure("\(one) - \(other) overflows")
    }
    return difference
  }

  /// Returns the time with the opposite sign.
  ///
  /// - Precondition: The result does not overflow.
  public static prefix func - (time: MediaTime) -> MediaTime { time * -1 }

  /// Returns the time multiplied by a whole number.
  ///
  /// - Precondition: The product does not overflow.
  public static func * (time: MediaTime, count: some BinaryInteger) -> MediaTime {
    guard let product = Int64(exactly: count).flatMap(time.multiplied) else {
      preconditionFailure("\(time) * \(count) overflows")
    }
    return product
  }

  /// Returns the time multiplied by a whole number.
  ///
  /// - Precondition: The product does not overflow.
  public static func * (count: some BinaryInteger, time: MediaTime) -> MediaTime { time * count }

  /// Multiplies the time by a whole number.
  ///
  /// - Precondition: The product does not overflow.
  public static func *= (time: inout MediaTime, count: some BinaryInteger) { time = time * count }

  /// Returns a time of fractional seconds, rounded to the nearest nanosecond, as in
  /// `.seconds(2.5)`.
  ///
  /// - Parameter seconds: The number of seconds.
  /// - Precondition: `seconds` is a number within 292 years of zero.
  /// - Returns: The time in nanoseconds.
  public static func seconds(_ seconds: some BinaryFloatingPoint) -> MediaTime {
    guard let time = MediaTime(seconds: Double(seconds)) else {
      preconditionFailure("\(seconds) seconds are no media time")
    }
    return time
  }
}
