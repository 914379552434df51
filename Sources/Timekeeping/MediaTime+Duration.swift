/// A length of time in whole attoseconds, with which a media time can be compared: `Duration`.
public protocol ExactDuration: Sendable {
  var attoseconds: Int128 { get }
}

extension Duration: ExactDuration {}

// Generic, so that `.seconds(1)` and `.zero` beside a media time are media times.
/// Exact comparison with a `Duration`.
extension MediaTime {
  public static func == (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) == 0
  }

  public static func != (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) != 0
  }

  public static func < (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) < 0
  }

  public static func <= (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) <= 0
  }

  public static func > (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) > 0
  }

  public static func >= (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) >= 0
  }

  public static func == (duration: some ExactDuration, time: MediaTime) -> Bool { time == duration }

  public static func != (duration: some ExactDuration, time: MediaTime) -> Bool { time != duration }

  public static func < (duration: some ExactDuration, time: MediaTime) -> Bool { time > duration }

  public static func <= (duration: some ExactDuration, time: MediaTime) -> Bool { time >= duration }

  public static func > (duration: some ExactDuration, time: MediaTime) -> Bool { time < duration }

  public static func >= (duration: some ExactDuration, time: MediaTime) -> Bool { time <= duration }

  /// Negative if the time is less than the duration, positive if it is greater.
  private func order(to duration: some ExactDuration) -> Int {
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
