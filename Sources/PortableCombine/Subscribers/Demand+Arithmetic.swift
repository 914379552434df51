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

  /// Returns the sum of a demand and a number; none if the sum is negative.
  @inlinable
  public static func + (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
    return overflow ? .unlimited : clamped(sum)
  }

  /// Adds `rhs`.
  @inlinable
  public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// Returns the product of a demand and a number; none if the product is negative.
  ///
  /// Unlimited times any number is unlimited.
  @inlinable
  public static func * (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    if rhs < 0 { return .none }
    let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
    return overflow ? .unlimited : clamped(product)
  }

  /// Multiplies by `rhs`.
  @inlinable
  public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// Returns the difference of two demands; none if the difference is negative.
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

  /// Returns the difference of a demand and a number; none if the difference is negative or
  /// exceeds the range of numbers.
  @inlinable
  public static func - (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
    return overflow ? .none : clamped(difference)
  }

  /// Subtracts `rhs`.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

  /// Returns a demand for `number` values; none if the number is negative.
  @inlinable
  static func clamped(_ number: Int) -> Self {
    Self(rawValue: UInt(Swift.max(number, 0)))
  }
}
