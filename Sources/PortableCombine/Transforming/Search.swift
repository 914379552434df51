/// The search for the first or the last value that satisfies a predicate.
@usableFromInline
final class Search<Input, Failure: Error>: Reduction {
  @usableFromInline let endsAtMatch: Bool
  @usableFromInline let predicate: (Input) throws(Failure) -> Bool
  // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
  // new value before the old one is released, whose deinitializer may send.
  @exclusivity(unchecked) @usableFromInline var result: Input?

  /// Creates the calculation, whose result is the first or the last match.
  @inlinable
  init(endsAtMatch: Bool, predicate: @escaping (Input) throws(Failure) -> Bool) {
    self.endsAtMatch = endsAtMatch
    self.predicate = predicate
  }

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool {
    guard try predicate(input) else { return false }
    withExtendedLifetime(exchange(&result, with: input)) {}
    return endsAtMatch
  }
}
