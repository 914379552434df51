/// The latest values of two to four publishers; nil for those that have not sent a value. The types
/// of the third and the fourth are `Never` if there are fewer.
@usableFromInline
struct OptionalSlots<A, B, C, D>: LatestSlots {
  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?
  @usableFromInline var d: D?

  @inlinable
  init() {}

  @inlinable var snapshot: (A?, B?, C?, D?)? { (a, b, c, d) }

  @inlinable
  mutating func removeAll() -> OptionalSlots {
    exchange(&self, with: OptionalSlots())
  }
}
