/// The decision of an operator with one upstream about each value: to send it, to drop it, or to
/// end. An error that it throws is the operator's failure.
///
/// A step with state is a final class, so that the state is consistent for a value that arrives
/// while client code runs.
@usableFromInline
protocol OperatorStep {
  associatedtype Input
  associatedtype InputFailure: Error
  associatedtype Output
  associatedtype Failure: Error

  /// The description of the operator's subscription.
  static var name: String { get }

  /// Whether a value that arrives before the subscription traps.
  static var awaitsSubscription: Bool { get }

  /// Decides about one value.
  func take(_ input: Input) throws(Failure) -> StepResult<Output>

  /// Returns the operator's completion for the upstream's completion.
  func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
}

/// The decision about a value.
@frozen
@usableFromInline
enum StepResult<Output> {
  /// Send this value.
  case send(Output)
  /// Drop the value, and request another.
  case skip
  /// Send this value, and finish.
  case last(Output)
  /// Finish.
  case end
}

extension OperatorStep {
  @inlinable static var awaitsSubscription: Bool { true }
}

extension OperatorStep where InputFailure == Failure {
  @inlinable
  func end(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
    completion
  }
}

extension OperatorStep where Failure == any Error {
  @inlinable
  func end(
    _ completion: Subscribers.Completion<InputFailure>
  ) -> Subscribers.Completion<any Error> {
    completion.mapFailure { $0 }
  }
}
