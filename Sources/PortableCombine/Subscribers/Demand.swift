extension Subscribers {
  /// How many values a subscriber asks for.
  ///
  /// Sums past the largest number are unlimited; unlimited stays so whatever is added or taken
  /// away. Taking away more than there is traps.
  ///
  /// Source of the rule: Apple's documentation of `Subscribers.Demand`.
  @frozen
  public struct Demand: Hashable, Sendable {
    // From 0 to Int.max a number, one more is unlimited: so comparing the raw values is comparing
    // the demands.
    @usableFromInline let rawValue: UInt

    @inlinable
    init(rawValue: UInt) {
      self.rawValue = Swift.min(rawValue, UInt(Int.max) + 1)
    }

    /// As many values as there are.
    @inlinable
    public static var unlimited: Demand { Demand(rawValue: .max) }

    /// No values; the same as `.max(0)`.
    @inlinable
    public static var none: Demand { Demand(rawValue: 0) }

    /// At most `value` values, which must not be negative.
    @inlinable
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "A demand must not be negative.")
      return Demand(rawValue: UInt(value))
    }

    /// The number asked for; nil if it is unlimited.
    @inlinable
    public var max: Int? { self == .unlimited ? nil : Int(rawValue) }
  }
}

extension Subscribers.Demand: CustomStringConvertible {
  /// `unlimited`, or the number as in `max(3)`.
  public var description: String {
    max.map { "max(\($0))" } ?? "unlimited"
  }
}

extension Subscribers.Demand: Codable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
  }

  /// Writes the number alone; unlimited is one more than the largest `Int`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Subscribers.Demand {
  /// Traps where a subscription is asked for nothing, which Combine counts as a mistake.
  @inlinable
  func requirePositive() {
    precondition(self > .none, "A subscription must be asked for at least one value.")
  }
}
