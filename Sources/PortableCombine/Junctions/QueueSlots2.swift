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
    guard let a = a.popFirst(),
      let b = b.popFirst()
    else { return nil }
    return (a, b)
  }

  // Without a value of one publisher no tuple can follow.
  @inlinable
  func isSpent(finished: UInt8) -> Bool {
    finished & 1 != 0 && a.isEmpty
      || finished & 2 != 0 && b.isEmpty
  }
}
