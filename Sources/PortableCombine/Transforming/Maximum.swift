/// The greatest value in a given order.
@usableFromInline
final class Maximum<Input, Failure: Error>: Reduction {
  @usableFromInline let areInIncreasingOrder: (Input, Input) throws(Failure) -> Bool
  // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
  // new value before the old one is released, whose deinitializer may send.
  @exclusivity(unchecked) @usableFromInline var result: Input?

  @inlinable
  init(_ areInIncreasingOrder: @escaping (Input, Input) throws(Failure) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool {
    if let greatest = result, !(try areInIncreasingOrder(greatest, input)) { return false }
    withExtendedLifetime(exchange(&result, with: input)) {}
    return false
  }
}
