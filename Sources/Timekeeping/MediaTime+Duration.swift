/// Exact comparison with a `Duration`. Where both could be meant, as in `time < .seconds(1)`, a
/// `MediaTime` is.
extension MediaTime {
  @_disfavoredOverload
  public static func == (time: MediaTime, duration: Duration) -> Bool {
    time.order(to: duration) == 0
  }

  @_disfavoredOverload
  public static func != (time: MediaTime, duration: Duration) -> Bool {
    time.order(to: duration) != 0
  }

  @_disfavoredOverload
  public static func < (time: MediaTime, duration: Duration) -> Bool {
    time.order(to: duration) < 0
  }

  @_disfavoredOverload
  public static func <= (time: MediaTime, duration: Duration) -> Bool {
    time.order(to: duration) <= 0
  }

  @_disfavoredOverload
  public static func > (time: MediaTime, duration: Duration) -> Bool {
    time.order(to: duration) > 0
  }

  @_disfavoredOverload
  public static func >= (time: MediaTime, duration: Duration) -> Bool {
    time.order(to: duration) >= 0
  }

  @_disfavoredOverload
  public static func == (duration: Duration, time: MediaTime) -> Bool { time == duration }

  @_disfavoredOverload
  public static func != (duration: Duration, time: MediaTime) -> Bool { time != duration }

  @_disfavoredOverload
  public static func < (duration: Duration, time: MediaTime) -> Bool { time > duration }

  @_disfavoredOverload
  public static func <= (duration: Duration, time: MediaTime) -> Bool { time >= duration }

  @_disfavoredOverload
  public static func > (duration: Duration, time: MediaTime) -> Bool { time < duration }

  @_disfavoredOverload
  public static func >= (duration: Duration, time: MediaTime) -> Bool { time <= duration }

  /// Negative if the time is less than the duration, positive if it is greater.
  private func order(to duration: Duration) -> Int {
    // Whole seconds first: all of a time in attoseconds may need more than 128 bits.
    let denominator = Int128(timebase.denominator)
    let numerator = Int128(ticks) * Int128(timebase.numerator)
    let second: Int128 = 1_000_000_000_000_000_000
    let whole = numerator.divided(by: denominator, rounding: .down)
    let wholeOfOther = duration.attoseconds.divided(by: second, rounding: .down)
    if whole != wholeOfOther { return whole < wholeOfOther ? -1 : 1 }
    let rest = (numerator - whole * denominator) * second
    let restOfOther = (duration.attoseconds - wholeOfOther * second) * denominator
    return rest < restOfOther ? -1 : rest > restOfOther ? 1 : 0
  }
}
