extension Subscribers {
  /// The number of values that a subscriber requests.
  ///
  /// A sum or a product that exceeds the largest number is unlimited. Adding to or subtracting from
  /// unlimited leaves it unlimited. A negative result is none.
  @frozen
  public struct Demand: Hashable, Sendable {
    // A raw value up to Int.max is a number; the next one is unlimited. Comparing raw values
    // therefore compares demands.
    @usableFromInline let rawValue: UInt

    @inlinable
    init(rawValue: UInt) {
      self.rawValue = Swift.min(rawValue, UInt(Int.max) + 1)
    }

    /// A demand for all values.
    @inlinable
    public static var unlimited: Demand { Demand(rawValue: .max) }

    /// No values; the same as `.max(0)`.
    @inlinable
    public static var none: Demand { Demand(rawValue: 0) }

    /// Returns a demand for at most `value` values.
    ///
    /// - Parameter value: The number of values. It must not be negative.
    /// - Returns: The demand.
    @inlinable
    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "A demand must not be negative.")
      return Demand(rawValue: UInt(value))
    }

    /// The number of values; nil if unlimited.
    @inlinable
    public var max: Int? { self == .unlimited ? nil : Int(rawValue) }
  }
}

extension Subscribers.Demand: CustomStringConvertible {
  /// `unlimited`, or the number, as in `max(3)`.
  public var description: String {
    max.map { "max(\($0))" } ?? "unlimited"
  }
}

extension Subscribers.Demand: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
  }

  /// Encodes the number as a single value; unlimited is one more than the largest `Int`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Subscribers.Demand {
  /// Traps if the demand is zero, which Combine treats as a programming error.
  @inlinable
  package func requirePositive() {
    precondition(self > .none, "A subscription must be asked for at least one value.")
  }
}
