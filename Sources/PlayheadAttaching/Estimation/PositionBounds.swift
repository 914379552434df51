import PlayheadTimekeeping

/// The least and the greatest position that the readings allow at one instant, in nanoseconds.
///
/// The bounds are those of a player whose values are exact. They cross if noise made the readings
/// contradict each other: the position is between `low - noise` and `high + noise`.
struct PositionBounds: Equatable, Sendable {
  var instant: HostInstant
  var low: Int128
  var high: Int128

  /// The width of the bounds; negative if they cross.
  var width: Int128 { high - low }
  var middle: Int128 { (low + high) / 2 }

  /// Returns the bounds at a later instant; the same bounds if the instant is not later.
  func advanced(to later: HostInstant, at speeds: SpeedRange) -> PositionBounds {
    guard later > instant else { return self }
    let elapsed = later.nanoseconds(since: instant)
    return PositionBounds(
      instant: later, low: (low + speeds.slowest.distance(in: elapsed)).boundedPosition,
      high: (high + speeds.fastest.distance(in: elapsed)).boundedPosition)
  }

  /// Returns what both bounds allow. Both are of the same instant.
  func intersection(_ other: PositionBounds) -> PositionBounds {
    PositionBounds(instant: instant, low: max(low, other.low), high: min(high, other.high))
  }

  /// Widens the bounds by the noise of values; if they cross, which may have another reason, both remain possible.
  func padded(by noise: Int128) -> PositionBounds {
    PositionBounds(
      instant: instant, low: min(low - noise, high - noise / 2),
      high: max(high + noise, low + noise / 2))
  }

  /// Forgets an eighth of the contradiction to newer bounds, so that a change as small as noise is followed in the end.
  func relaxed(towards newer: PositionBounds) -> PositionBounds {
    PositionBounds(
      instant: instant, low: low - max(low - newer.high, 0) / 8,
      high: high + max(newer.low - high, 0) / 8)
  }
}

/// The speeds at which a position may advance.
struct SpeedRange: Equatable, Sendable {
  var slowest: Speed
  var fastest: Speed

  var middle: Speed { Speed(billionths: (slowest.billionths + fastest.billionths) / 2) }
  /// By how much the two differ.
  var spread: Speed { Speed(billionths: fastest.billionths - slowest.billionths) }
}

/// Media time per host time, in billionths.
struct Speed: Equatable, Comparable, Sendable {
  /// The billionths, from zero to about 10¹².
  var billionths: Int128

  static let zero = Speed(billionths: 0)

  init(billionths: Int128) { self.billionths = billionths }

  /// Creates the speed of a rate, which is clamped to 1,000.
  init(_ rate: Rate) {
    let exact = Int128(rate.numerator) * 1_000_000_000 / Int128(rate.denominator)
    billionths = min(exact, 1_000_000_000_000)
  }

  var rate: Rate {
    var (numerator, denominator): (Int128, Int128) = (max(billionths, 0), 1_000_000_000)
    while numerator > Int128(Int32.max), denominator > 1 {
      (numerator, denominator) = (numerator / 10, denominator / 10)
    }
    return Rate(Int32(clamping: numerator), Int32(clamping: denominator))
  }

  /// Returns the speed of a clock that drifts, in billionths.
  func drifting(by drift: Int128) -> Speed {
    Speed(billionths: billionths + billionths * drift / 1_000_000_000)
  }

  /// Returns the media time that passes in a number of nanoseconds.
  func distance(in nanoseconds: Int128) -> Int128 { billionths * nanoseconds / 1_000_000_000 }

  /// Returns the nanoseconds in which a media time passes; nil if it never does.
  func nanoseconds(for distance: Int128) -> Int128? {
    billionths > 0 ? distance * 1_000_000_000 / billionths : nil
  }

  static func < (one: Speed, other: Speed) -> Bool { one.billionths < other.billionths }
}

extension Int128 {
  /// A position within 37,000 years of zero, so that no sum or product of positions overflows.
  var boundedPosition: Int128 { Swift.min(Swift.max(self, -(1 << 70)), 1 << 70) }
}

extension HostInstant {
  /// Returns the nanoseconds since an instant; negative if it is later.
  func nanoseconds(since earlier: HostInstant) -> Int128 {
    Int128(nanoseconds) - Int128(earlier.nanoseconds)
  }

  /// Returns the instant later by `count` nanoseconds, clamped.
  func advanced(by count: Int128) -> HostInstant {
    HostInstant(nanoseconds: Int64(clamping: Int128(nanoseconds) + count.boundedPosition))
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded up and not negative.
  var wholeNanoseconds: Int128 { max(attoseconds.divided(by: 1_000_000_000, rounding: .up), 0) }
}
