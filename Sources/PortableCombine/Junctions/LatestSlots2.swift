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
  func isSpent(finished: UInt8) -> Bool { finished == 0b11 }
}
