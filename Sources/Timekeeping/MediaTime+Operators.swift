/// Arithmetic for times that a program chose itself.
///
/// A result that overflows is a programming error and stops the program. Times that come from media
/// can be anything: use `adding`, `subtracting` and `multiplied`, which return nil instead.
extension MediaTime: AdditiveArithmetic {
  /// The sum; exact if `adding` is.
  ///
  /// - Precondition: It does not overflow.
  public static func + (one: MediaTime, other: MediaTime) -> MediaTime {
    guard let sum = one.adding(other) else {
      preconditionFailure("\(one) + \(other) overflows")
    }
    return sum
  }

  /// The difference; exact if `subtracting` is.
  ///
  /// - Precondition: It does not overflow.
  public static func - (one: MediaTime, other: MediaTime) -> MediaTime {
    guard let difference = one.subtracting(other) else {
      preconditionFailure("\(one) - \(other) overflows")
    }
    return difference
  }

  /// The time as far on the other side of zero.
  ///
  /// - Precondition: It does not overflow.
  public static prefix func - (time: MediaTime) -> MediaTime { time * -1 }

  /// `count` times the time.
  ///
  /// - Precondition: It does not overflow.
  public static func * (time: MediaTime, count: some BinaryInteger) -> MediaTime {
    guard let product = Int64(exactly: count).flatMap(time.multiplied) else {
      preconditionFailure("\(time) * \(count) overflows")
    }
    return product
  }

  /// `count` times the time.
  ///
  /// - Precondition: It does not overflow.
  public static func * (count: some BinaryInteger, time: MediaTime) -> MediaTime { time * count }

  /// Multiplies the time.
  ///
  /// - Precondition: It does not overflow.
  public static func *= (time: inout MediaTime, count: some BinaryInteger) { time = time * count }

  /// Seconds with a fraction, to the nearest nanosecond, as in `.seconds(2.5)`.
  ///
  /// - Precondition: They are a number, within 292 years of zero.
  public static func seconds(_ seconds: some BinaryFloatingPoint) -> MediaTime {
    guard let time = MediaTime(seconds: Double(seconds)) else {
      preconditionFailure("\(seconds) seconds are no media time")
    }
    return time
  }
}
