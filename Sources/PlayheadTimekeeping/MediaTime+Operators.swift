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

  /// Returns the time divided by a whole number, exactly if a timebase fits the result, and otherwise
  /// rounded to the nearest nanosecond.
  ///
  /// - Precondition: The divisor is not zero, and the result does not overflow.
  public static func / (time: MediaTime, count: some BinaryInteger) -> MediaTime {
    guard let quotient = Int64(exactly: count).flatMap(time.divided) else {
      preconditionFailure("\(time) cannot be divided by \(count)")
    }
    return quotient
  }

  /// Divides the time by a whole number.
  ///
  /// - Precondition: The divisor is not zero, and the result does not overflow.
  public static func /= (time: inout MediaTime, count: some BinaryInteger) { time = time / count }

  /// Returns how often a time fits into another, as the nearest `Double` to the quotient of their seconds.
  public static func / (one: MediaTime, other: MediaTime) -> Double { one.seconds / other.seconds }

  /// Returns a time of whole seconds.
  ///
  /// - Parameter count: The number of seconds.
  /// - Precondition: `count` fits `Int64`.
  /// - Returns: The exact time.
  public static func seconds(_ count: some BinaryInteger) -> MediaTime {
    MediaTime(ticks: wholeTicks(count), timebase: .seconds)
  }

  /// Returns a time of whole milliseconds.
  ///
  /// - Parameter count: The number of milliseconds.
  /// - Precondition: `count` fits `Int64`.
  /// - Returns: The exact time.
  public static func milliseconds(_ count: some BinaryInteger) -> MediaTime {
    MediaTime(ticks: wholeTicks(count), timebase: .milliseconds)
  }

  /// Returns a time of whole nanoseconds.
  ///
  /// - Parameter count: The number of nanoseconds.
  /// - Precondition: `count` fits `Int64`.
  /// - Returns: The exact time.
  public static func nanoseconds(_ count: some BinaryInteger) -> MediaTime {
    MediaTime(ticks: wholeTicks(count), timebase: .nanoseconds)
  }

  private static func wholeTicks(_ count: some BinaryInteger) -> Int64 {
    guard let ticks = Int64(exactly: count) else {
      preconditionFailure("\(count) ticks are no media time")
    }
    return ticks
  }

  /// Returns a time of fractional seconds, rounded to the nearest nanosecond, as in `.seconds(2.5)`.
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
