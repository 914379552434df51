extension Subscribers.Demand: Comparable {
  /// Returns whether `lhs` is less than `rhs`; unlimited is greater than any number.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// Returns whether the first operand is not greater than the second.
  @inlinable
  public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue <= rhs.rawValue }

  /// Returns whether the first operand is greater than the second.
  @inlinable
  public static func > (lhs: Self, rhs: Self) -> Bool { lhs.rawValue > rhs.rawValue }

  /// Returns whether the first operand is not less than the second.
  @inlinable
  public static func >= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue >= rhs.rawValue }
}

/// Comparisons with a number: unlimited is greater than any number, and no demand is less than a negative one.
extension Subscribers.Demand {
  /// Returns whether the operands are equal.
  @inlinable
  public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }

  /// Returns whether the operands are equal.
  @inlinable
  public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

  /// Returns whether the operands differ.
  @inlinable
  public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }

  /// Returns whether the operands differ.
  @inlinable
  public static func != (lhs: Int, rhs: Self) -> Bool { !(rhs == lhs) }

  /// Returns whether the first operand is less than the second.
  @inlinable
  public static func < (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 < rhs } ?? false }

  /// Returns whether the first operand is less than the second.
  @inlinable
  public static func < (lhs: Int, rhs: Self) -> Bool { rhs.max.map { lhs < $0 } ?? true }

  /// Returns whether the first operand is greater than the second.
  @inlinable
  public static func > (lhs: Self, rhs: Int) -> Bool { rhs < lhs }

  /// Returns whether the first operand is greater than the second.
  @inlinable
  public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

  /// Returns whether the first operand is not greater than the second.
  @inlinable
  public static func <= (lhs: Self, rhs: Int) -> Bool { !(rhs < lhs) }

  /// Returns whether the first operand is not greater than the second.
  @inlinable
  public static func <= (lhs: Int, rhs: Self) -> Bool { !(rhs < lhs) }

  /// Returns whether the first operand is not less than the second.
  @inlinable
  public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }

  /// Returns whether the first operand is not less than the second.
  @inlinable
  public static func >= (lhs: Int, rhs: Self) -> Bool { !(lhs < rhs) }
}
