extension Subscribers.Demand {
  /// The sum.
  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    // Only the sum of two unlimited ones overflows; `init` caps the others.
    let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
    return overflow ? .unlimited : Self(rawValue: sum)
  }

  /// Adds `rhs`.
  @inlinable
  public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// The sum with a number, which may be negative as long as the sum is not.
  @inlinable
  public static func + (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (sum, overflow) = Int(lhs.rawValue).addingReportingOverflow(rhs)
    return overflow ? .unlimited : .max(sum)
  }

  /// Adds `rhs`.
  @inlinable
  public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// The product with a number, which must not be negative.
  @inlinable
  public static func * (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (product, overflow) = Int(lhs.rawValue).multipliedReportingOverflow(by: rhs)
    return overflow ? .unlimited : .max(product)
  }

  /// Multiplies by `rhs`.
  @inlinable
  public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// The difference. Unlimited less anything is unlimited; a number less unlimited is none.
  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs == .unlimited || rhs == .none { return lhs }
    if rhs == .unlimited { return .none }
    return lhs - Int(rhs.rawValue)
  }

  /// Takes `rhs` away.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// The difference with a number.
  @inlinable
  public static func - (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return lhs }
    let (difference, overflow) = Int(lhs.rawValue).subtractingReportingOverflow(rhs)
    return overflow ? .unlimited : .max(difference)
  }

  /// Takes `rhs` away.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}
