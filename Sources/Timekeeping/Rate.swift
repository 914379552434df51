/// Media seconds per host second, an exact fraction; zero is paused. Never negative.
public struct Rate: Hashable, Sendable {
  public let numerator: Int32
  /// Positive.
  public let denominator: Int32

  public static let paused = Rate(0, 1)
  public static let normal = Rate(1, 1)
  /// What playback can run at.
  public static let playable: ClosedRange<Rate> = Rate(1, 10)...Rate(16, 1)

  /// `numerator / denominator`. The first must not be negative, the second must be positive.
  public init(_ numerator: Int32, _ denominator: Int32) {
    precondition(
      numerator >= 0 && denominator > 0, "\(numerator)/\(denominator) is no rate: it is negative")
    let divisor = Int32(greatestCommonDivisor(Int64(denominator), Int64(numerator)))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The rate to the nearest millionth, or nil where it is negative, above 1,000 or no number.
  public init?(_ rate: Double) {
    guard rate >= 0, rate <= 1_000 else { return nil }
    self.init(Int32((rate * 1_000_000).rounded()), 1_000_000)
  }

  /// The nearest `Double`.
  public var doubleValue: Double { Double(numerator) / Double(denominator) }
  public var isPaused: Bool { numerator == 0 }
}

extension Rate: Comparable {
  public static func < (one: Rate, two: Rate) -> Bool {
    Int64(one.numerator) * Int64(two.denominator) < Int64(two.numerator) * Int64(one.denominator)
  }
}

extension Rate: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A literal such as `2`, which must not be negative.
  public init(integerLiteral rate: Int32) {
    self.init(rate, 1)
  }

  /// A literal such as `1.5`, to the nearest millionth; from 0 to 1,000.
  public init(floatLiteral rate: Double) {
    guard let rate = Rate(rate) else { preconditionFailure("\(rate) is no rate") }
    self = rate
  }
}

extension Rate: CustomStringConvertible {
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
