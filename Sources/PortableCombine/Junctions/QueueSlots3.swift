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
    guard let a = a.popFirst(),
      let b = b.popFirst(),
      let c = c.popFirst()
    else { return nil }
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
