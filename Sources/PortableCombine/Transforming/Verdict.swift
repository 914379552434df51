/// The decision whether all values, or any value, satisfy a predicate.
@usableFromInline
final class Verdict<Input, Failure: Error>: Reduction {
  // The result of the predicate that decides.
  @usableFromInline let decisive: Bool
  @usableFromInline let predicate: (Input) throws(Failure) -> Bool
  // Accessed only in calls from the upstream, which are serial or nested.
  @exclusivity(unchecked) @usableFromInline var result: Bool?

  /// Creates the calculation. `decisive` is the result of `predicate` that decides, and is then the result.
  @inlinable
  init(decidedBy decisive: Bool, predicate: @escaping (Input) throws(Failure) -> Bool) {
    self.decisive = decisive
    self.predicate = predicate
    result = !decisive
  }

  @inlinable
  func add(_ input: Input) throws(Failure) -> Bool {
    guard try predicate(input) == decisive else { return false }
    result = decisive
    return true
  }
}
