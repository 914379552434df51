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
  func isSpent(finished: UInt8) -> Bool { finished == 0b111 }
}
