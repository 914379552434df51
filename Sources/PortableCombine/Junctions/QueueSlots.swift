// Written by scripts/generate-arities.

/// The waiting values of two publishers; each value is used in one tuple.
@usableFromInline
struct QueueSlots2<A, B>: TupleSlots {
  @usableFromInline static var keepsValues: Bool { true }

  @usableFromInline var a = Backlog<A>()
  @usableFromInline var b = Backlog<B>()

  @inlinable
  init() {}

  @inlinable
  mutating func makeTuple() -> (A, B)? {
    if a.isEmpty || b.isEmpty { return nil }
    guard let a = a.popFirst(), let b = b.popFirst() else { return nil }
    return (a, b)
  }

  // Without a value of one publisher no tuple can follow.
  @inlinable
  func isSpent(finished: UInt8) -> Bool {
    finished & 1 != 0 && a.isEmpty
      || finished & 2 != 0 && b.isEmpty
  }
}

/// The waiting values of three publishers; each value is used in one tuple.
@usableFromInline
struct QueueSlots3<A, B, C>: TupleSlots {
  @usableFromInline static var keepsValues: Bool { true }

  @usableFromInline var a = Backlog<A>()
  @usableFromInline var b = Backlog<B>()
  @usableFromInline var c = Backlog<C>()

  @inlinable
  init() {}

  @inlinable
  mutating func makeTuple() -> (A, B, C)? {
    if a.isEmpty || b.isEmpty || c.isEmpty { return nil }
    guard let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst() else { return nil }
    return (a, b, c)
  }

  // Without a value of one publisher no tuple can follow.
  @inlinable
  func isSpent(finished: UInt8) -> Bool {
    finished & 1 != 0 && a.isEmpty
      || finished & 2 != 0 && b.isEmpty
      || finished & 4 != 0 && c.isEmpty
  }
}

/// The waiting values of four publishers; each value is used in one tuple.
@usableFromInline
struct QueueSlots4<A, B, C, D>: TupleSlots {
  @usableFromInline static var keepsValues: Bool { true }

  @usableFromInline var a = Backlog<A>()
  @usableFromInline var b = Backlog<B>()
  @usableFromInline var c = Backlog<C>()
  @usableFromInline var d = Backlog<D>()

  @inlinable
  init() {}

  @inlinable
  mutating func makeTuple() -> (A, B, C, D)? {
    if a.isEmpty || b.isEmpty || c.isEmpty || d.isEmpty { return nil }
    guard let a = a.popFirst(), let b = b.popFirst(), let c = c.popFirst(), let d = d.popFirst()
    else { return nil }
    return (a, b, c, d)
  }

  // Without a value of one publisher no tuple can follow.
  @inlinable
  func isSpent(finished: UInt8) -> Bool {
    finished & 1 != 0 && a.isEmpty
      || finished & 2 != 0 && b.isEmpty
      || finished & 4 != 0 && c.isEmpty
      || finished & 8 != 0 && d.isEmpty
  }
}
