extension Subscribers.Demand {
  /// Returns the sum of two demands.
  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    // Only the sum of two unlimited demands overflows; `init` limits the others.
    let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
    return overflow ? .unlimited : Self(rawValue: sum)
  }

  /// Adds `rhs`.
  @inlinable
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Returns the sum of a demand and a number.
  ///
  /// The number can be negative, but the sum cannot.
  @inlinable
  public static func + (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
    return overflow ? .unlimited : .max(sum)
  }

  /// Adds `rhs`.
  @inlinable
  public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// Returns the product of a demand and a number that is not negative.
  @inlinable
  public static func * (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
    return overflow ? .unlimited : .max(product)
  }

  /// Multiplies by `rhs`.
  @inlinable
  public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// Returns the difference of two demands.
  ///
  /// Unlimited minus any demand is unlimited; a number minus unlimited is none.
  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs == .unlimited || rhs == .none { return lhs }
    if rhs == .unlimited { return .none }
    return lhs - Int(rhs.rawValue)
  }

  /// Subtracts `rhs`.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Returns the difference of a demand and a number.
  @inlinable
  public static func - (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
    return overflow ? .unlimited : .max(difference)
  }

  /// Subtracts `rhs`.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}
