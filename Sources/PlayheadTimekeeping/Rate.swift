/// A playback rate: media seconds per host second, as an exact fraction. Zero is paused; never negative.
public struct Rate: Hashable, Sendable {
  /// The numerator in lowest terms. Zero or positive.
  public let numerator: Int32
  /// The denominator in lowest terms. Positive.
  public let denominator: Int32

  /// The rate 0.
  public static let paused = Rate(0, 1)
  /// The rate 1.
  public static let normal = Rate(1, 1)
  /// The rates at which media can be played: 0.1 to 16.
  public static let playable: ClosedRange<Rate> = Rate(1, 10)...Rate(16, 1)

  /// Creates a rate of `numerator / denominator`.
  ///
  /// - Parameters:
  ///   - numerator: Must not be negative.
  ///   - denominator: Must be positive.
  public init(_ numerator: Int32, _ denominator: Int32) {
    precondition(
      numerator >= 0 && denominator > 0, "\(numerator)/\(denominator) is no rate: it is negative")
    let divisor = Int32(greatestCommonDivisor(Int64(denominator), Int64(numerator)))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Creates a rate rounded to the nearest millionth, or nil if `rate` is not a number from 0 to 1,000.
  ///
  /// - Parameter rate: Media seconds per host second.
  public init?(_ rate: Double) {
    guard rate >= 0, rate <= 1_000 else { return nil }
    self.init(Int32((rate * 1_000_000).rounded()), 1_000_000)
  }

  /// The rate as the nearest `Double`.
  public var doubleValue: Double { Double(numerator) / Double(denominator) }
  /// Whether the rate is zero.
  public var isPaused: Bool { numerator == 0 }
}

extension Rate: Comparable {
  public static func < (one: Rate, two: Rate) -> Bool {
    Int64(one.numerator) * Int64(two.denominator) < Int64(two.numerator) * Int64(one.denominator)
  }
}

extension Rate: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a rate from a literal such as `2`. It must not be negative.
  ///
  /// - Parameter rate: Media seconds per host second.
  public init(integerLiteral rate: Int32) {
    self.init(rate, 1)
  }

  /// Creates a rate from a literal such as `1.5`, from 0 to 1,000, rounded to the nearest millionth.
  ///
  /// - Parameter rate: Media seconds per host second.
  public init(floatLiteral rate: Double) {
    guard let rate = Rate(rate) else { preconditionFailure("\(rate) is no rate") }
    self = rate
  }
}

extension Rate: CustomStringConvertible {
  /// A whole number or a fraction, as in `2` or `3/2`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
