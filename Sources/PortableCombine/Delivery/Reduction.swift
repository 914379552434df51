/// The calculation of an operator that combines all upstream values into one.
///
/// A reduction with state is a final class, so that the state is consistent for a value that
/// arrives while client code runs.
@usableFromInline
protocol Reduction {
  associatedtype Input
  associatedtype InputFailure: Error
  associatedtype Output
  associatedtype Failure: Error

  /// The description of the operator's subscription.
  static var name: String { get }

  /// Whether the end waits for demand even if there is no result.
  static var waitsForDemand: Bool { get }

  /// Adds a value.
  ///
  /// - Returns: Whether the result is final.
  func add(_ input: Input) throws(Failure) -> Bool

  /// The result; nil if there is none.
  var result: Output? { get }

  /// Returns the operator's failure for the upstream's failure.
  func failure(from failure: InputFailure) -> Failure
}

extension Reduction {
  @inlinable static var waitsForDemand: Bool { true }
}

extension Reduction where InputFailure == Failure {
  @inlinable
  func failure(from failure: Failure) -> Failure { failure }
}

extension Reduction where Failure == any Error {
  @inlinable
  func failure(from failure: InputFailure) -> any Error { failure }
}
