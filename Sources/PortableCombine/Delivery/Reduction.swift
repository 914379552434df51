/// How an operator makes one value of all that its upstream sends.
///
/// One with state is a final class: so a value that arrives while a caller's closure runs finds the
/// state whole.
@usableFromInline
protocol Reduction {
  associatedtype Input
  associatedtype InputFailure: Error
  associatedtype Output
  associatedtype Failure: Error

  /// How the operator's subscription reads.
  static var name: String { get }

  /// Whether the end waits until a value is asked for, even if there is none.
  static var waitsForDemand: Bool { get }

  /// Takes in a value; true if no other can change the result.
  func add(_ input: Input) throws(Failure) -> Bool

  /// The value made of those taken in; nil if there is none.
  var result: Output? { get }

  /// The operator's failure that follows from the upstream's.
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
