extension Subscribers.Demand: Comparable {
  /// Returns whether `lhs` is less than `rhs`; unlimited is greater than any number.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  @inlinable
  public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue <= rhs.rawValue }

  @inlinable
  public static func > (lhs: Self, rhs: Self) -> Bool { lhs.rawValue > rhs.rawValue }

  @inlinable
  public static func >= (lhs: Self, rhs: Self) -> Bool { lhs.rawValue >= rhs.rawValue }
}

/// Comparisons with a number: unlimited is greater than any number, and no demand is less than a
/// negative one.
extension Subscribers.Demand {
  @inlinable
  public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }

  @inlinable
  public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

  @inlinable
  public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }

  @inlinable
  public static func != (lhs: Int, rhs: Self) -> Bool { !(rhs == lhs) }

  @inlinable
  public static func < (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 < rhs } ?? false }

  @inlinable
  public static func < (lhs: Int, rhs: Self) -> Bool { rhs.max.map { lhs < $0 } ?? true }

  @inlinable
  public static func > (lhs: Self, rhs: Int) -> Bool { rhs < lhs }

  @inlinable
  public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

  @inlinable
  public static func <= (lhs: Self, rhs: Int) -> Bool { !(rhs < lhs) }

  @inlinable
  public static func <= (lhs: Int, rhs: Self) -> Bool { !(rhs < lhs) }

  @inlinable
  public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }

  @inlinable
  public static func >= (lhs: Int, rhs: Self) -> Bool { !(lhs < rhs) }
}
