/// The greatest value in a given order.
@usableFromInline
final class Maximum<Input, Failure: Error>: Reduction {
  @usableFromInline let areInIncreasingOrder: (Input, Input) throws(Failure) -> Bool
  // Accessed only in calls from the upstream, which are serial.
  @exclusivity(unchecked) @usableFromInline var result: Input?

  @inlinable
  init(_ areInIncreasingOrder: @escaping (Input, Input) throws(Failure) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool {
    if let greatest = result, !(try areInIncreasingOrder(greatest, input)) { return false }
    result = input
    return false
  }
}
