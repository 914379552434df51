/// The calculation of an operator that combines all upstream values into one.
///
/// A reduction with state is a final class, so that the state is consistent for a value that
/// arrives while client code runs.
@usableFromInline
protocol Reduction {
  associatedtype Input
  associatedtype Output
  associatedtype Failure: Error

  /// Adds a value. Returns whether the result is final.
  func add(_ input: Input) throws(Failure) -> Bool

  /// The result; nil if there is none.
  var result: Output? { get }
}
