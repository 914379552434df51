/// What an operator of one upstream does with each value: it passes values on, leaves them out, or
/// ends. An error that it throws is the operator's failure.
///
/// One with state is a final class: so a value that arrives while a caller's closure runs finds the
/// state whole.
@usableFromInline
protocol OperatorStep {
  associatedtype Input
  associatedtype InputFailure: Error
  associatedtype Output
  associatedtype Failure: Error

  /// How the operator's subscription reads.
  static var name: String { get }

  /// Whether a value that comes before the subscription traps.
  static var awaitsSubscription: Bool { get }

  /// Decides about one value.
  func take(_ input: Input) throws(Failure) -> StepResult<Output>

  /// The operator's completion that follows from the upstream's.
  func end(_ completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
}

/// What is to be done about a value.
@frozen
@usableFromInline
enum StepResult<Output> {
  /// Pass this on.
  case send(Output)
  /// Leave it out, and ask for another.
  case skip
  /// Pass this on, and finish.
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
