/// A length of time in whole attoseconds that can be compared with a media time. `Duration` conforms.
public protocol ExactDuration: Sendable {
  /// The length in attoseconds (10⁻¹⁸ s).
  var attoseconds: Int128 { get }
}

extension Duration: ExactDuration {}

// Generic, so that a literal such as `.seconds(1)` or `.zero` next to a media time is a media time.
/// Exact comparison with a `Duration`.
extension MediaTime {
  /// Returns whether a time and a duration are equal.
  public static func == (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) == 0
  }

  /// Returns whether a time and a duration differ.
  public static func != (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) != 0
  }

  /// Returns whether a time is less than a duration.
  public static func < (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) < 0
  }

  /// Returns whether a time is at most a duration.
  public static func <= (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) <= 0
  }

  /// Returns whether a time is greater than a duration.
  public static func > (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) > 0
  }

  /// Returns whether a time is at least a duration.
  public static func >= (time: MediaTime, duration: some ExactDuration) -> Bool {
    time.order(to: duration) >= 0
  }

  /// Returns whether a duration and a time are equal.
  public static func == (duration: some ExactDuration, time: MediaTime) -> Bool { time == duration }

  /// Returns whether a duration and a time differ.
  public static func != (duration: some ExactDuration, time: MediaTime) -> Bool { time != duration }

  /// Returns whether a duration is less than a time.
  public static func < (duration: some ExactDuration, time: MediaTime) -> Bool { time > duration }

  /// Returns whether a duration is at most a time.
  public static func <= (duration: some ExactDuration, time: MediaTime) -> Bool { time >= duration }

  /// Returns whether a duration is greater than a time.
  public static func > (duration: some ExactDuration, time: MediaTime) -> Bool { time < duration }

  /// Returns whether a duration is at least a time.
  public static func >= (duration: some ExactDuration, time: MediaTime) -> Bool { time <= duration }

  /// Returns a negative number if the time is less than the duration, a positive one if it is greater.
  private func order(to duration: some ExactDuration) -> Int {
    // Compares whole seconds first: a large time in attoseconds may need more than 128 bits.
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
