/// All values, in order.
@usableFromInline
final class AllValues<Input, Failure: Error>: Reduction {
  // Accessed only in calls from the upstream, which are serial or nested.
  @exclusivity(unchecked) @usableFromInline var values: [Input] = []

  @inlinable
  init() {}

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool {
    values.append(input)
    return false
  }

  @inlinable var result: [Input]? { values }
}
