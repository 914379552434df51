/// The exact length of one tick in seconds: a fraction in lowest terms.
public struct Timebase: Hashable, Sendable {
  /// The numerator in lowest terms. Positive.
  public let numerator: Int32
  /// The denominator in lowest terms. Positive.
  public let denominator: Int32

  /// A tick of one nanosecond.
  public static let nanoseconds = Timebase(1, 1_000_000_000)
  /// A tick of one microsecond.
  public static let microseconds = Timebase(1, 1_000_000)
  /// A tick of one millisecond.
  public static let milliseconds = Timebase(1, 1_000)
  /// A tick of one second.
  public static let seconds = Timebase(1, 1)

  /// Creates a timebase of `numerator / denominator` seconds per tick. Both must be positive.
  ///
  /// - Parameters:
  ///   - numerator: The seconds in `denominator` ticks.
  ///   - denominator: The ticks in `numerator` seconds.
  public init(_ numerator: Int32, _ denominator: Int32) {
    guard let timebase = Timebase(reducing: Int64(numerator), Int64(denominator)) else {
      preconditionFailure("A timebase is a positive fraction, not \(numerator)/\(denominator)")
    }
    self = timebase
  }

  /// Creates a timebase of `numerator / denominator` seconds per tick, or nil if the fraction is
  /// not positive or does not fit `Int32` in lowest terms.
  ///
  /// - Parameters:
  ///   - numerator: The seconds in `denominator` ticks.
  ///   - denominator: The ticks in `numerator` seconds.
  public init?(reducing numerator: Int64, _ denominator: Int64) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    guard let numerator = Int32(exactly: numerator / divisor),
      let denominator = Int32(exactly: denominator / divisor)
    else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Returns the longest tick of which both ticks are whole multiples, if it fits.
  func common(with other: Timebase) -> Timebase? {
    if self == other { return self }
    let one = Int64(numerator) * Int64(other.denominator)
    let two = Int64(other.numerator) * Int64(denominator)
    let denominator = Int64(denominator) * Int64(other.denominator)
    return Timebase(reducing: greatestCommonDivisor(one, two), denominator)
  }
}

extension Timebase: CustomStringConvertible {
  /// The fraction, as in `1/90000`.
  public var description: String { "\(numerator)/\(denominator)" }
}
