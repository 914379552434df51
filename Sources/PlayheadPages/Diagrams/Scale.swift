import Glibc

/// The values that the height of a diagram shows.
enum Scale {
  /// From `least` to `greatest`, evenly.
  case linear(least: Double, greatest: Double)
  /// Powers of ten, from `least`, which is positive, to `greatest`.
  case logarithmic(least: Double, greatest: Double)

  /// Returns a scale from 0 to a round number that is not less than `value`.
  static func upTo(_ value: Double) -> Scale { .linear(least: 0, greatest: round(above: value)) }

  /// Returns a scale between round numbers around two values and 0, or the least on both sides of 0.
  static func containing(_ one: Double, _ other: Double, atLeast least: Double) -> Scale {
    let (low, high) = (min(one, other, 0), max(one, other, 0))
    let isSmall = max(-low, high) < least
    return .linear(
      least: low < 0 || isSmall ? -round(above: max(-low, least)) : 0,
      greatest: high > 0 || isSmall ? round(above: max(high, least)) : 0)
  }

  /// Returns a scale with 0 in the middle, to a round number that is not less than the size of any value.
  static func around(_ values: some Sequence<Double>, atLeast least: Double) -> Scale {
    let size = values.reduce(least) { max($0, abs($1)) }
    return .containing(-size, size, atLeast: least)
  }

  /// Returns a scale of whole powers of ten that contains all values, which are positive.
  static func decades(_ values: some Sequence<Double>) -> Scale {
    let (least, greatest) = values.reduce((Double.infinity, 0)) { (min($0.0, $1), max($0.1, $1)) }
    guard least.isFinite, least > 0, greatest.isFinite else {
      return .logarithmic(least: 1e-3, greatest: 1)
    }
    let first = floor(log10(least) + 1e-9)
    let last = max(ceil(log10(greatest) - 1e-9), first + 1)
    return .logarithmic(least: pow(10, first), greatest: pow(10, last))
  }

  /// The values at the lower and the upper edge.
  var range: (least: Double, greatest: Double) {
    switch self {
    case .linear(let least, let greatest), .logarithmic(let least, let greatest): (least, greatest)
    }
  }

  /// The height of a value, from 0 at the lower edge to 1. Values outside are at the edges.
  func height(of value: Double) -> Double {
    let height =
      switch self {
      case .linear(let least, let greatest): (value - least) / (greatest - least)
      case .logarithmic(let least, let greatest):
        value <= least ? 0 : log(value / least) / log(greatest / least)
      }
    return height.isFinite ? min(max(height, 0), 1) : 0
  }

  /// Values within the scale, of lines across the diagram.
  var lines: [Double] {
    switch self {
    case .linear(let least, let greatest): least < 0 ? [0] : [(least + greatest) / 2]
    case .logarithmic(let least, let greatest):
      stride(from: log10(least) + 1, to: log10(greatest) - 0.5, by: 1).map { pow(10, $0) }
    }
  }

  /// Returns 1, 2 or 5 times a power of ten that is not less than a value; 1 for a value that is not positive.
  static func round(above value: Double) -> Double {
    guard value > 0, value < 1e300 else { return 1 }
    let power = pow(10, floor(log10(value)))
    for factor in [1.0, 2, 5] where factor * power >= value * (1 - 1e-9) { return factor * power }
    return 10 * power
  }
}
