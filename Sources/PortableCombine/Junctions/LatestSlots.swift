// Written by scripts/generate-arities.

/// The latest values of two publishers.
@usableFromInline
struct LatestSlots2<A, B>: TupleSlots {
  @usableFromInline static var keepsValues: Bool { false }

  @usableFromInline var a: A?
  @usableFromInline var b: B?

  @inlinable
  init() {}

  @inlinable
  mutating func makeTuple() -> (A, B)? {
    if let a, let b { (a, b) } else { nil }
  }

  // The latest value remains after its publisher has finished.
  @inlinable
  func isSpent(finished: UInt8) -> Bool {
    finished == 0b11
  }
}

/// The latest values of three publishers.
@usableFromInline
struct LatestSlots3<A, B, C>: TupleSlots {
  @usableFromInline static var keepsValues: Bool { false }

  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?

  @inlinable
  init() {}

  @inlinable
  mutating func makeTuple() -> (A, B, C)? {
    if let a, let b, let c { (a, b, c) } else { nil }
  }

  // The latest value remains after its publisher has finished.
  @inlinable
  func isSpent(finished: UInt8) -> Bool {
    finished == 0b111
  }
}

/// The latest values of four publishers.
@usableFromInline
struct LatestSlots4<A, B, C, D>: TupleSlots {
  @usableFromInline static var keepsValues: Bool { false }

  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?
  @usableFromInline var d: D?

  @inlinable
  init() {}

  @inlinable
  mutating func makeTuple() -> (A, B, C, D)? {
    if let a, let b, let c, let d { (a, b, c, d) } else { nil }
  }

  // The latest value remains after its publisher has finished.
  @inlinable
  func isSpent(finished: UInt8) -> Bool {
    finished == 0b1111
  }
}
