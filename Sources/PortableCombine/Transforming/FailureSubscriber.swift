/// The subscriber of an operator that passes on values, and changes only the failure.
@frozen
@usableFromInline
struct FailureSubscriber<Failure: Error, Downstream: Subscriber>: ForwardingSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let name: StaticString
  @usableFromInline let downstream: Downstream
  /// Returns the operator's failure for the upstream's failure.
  @usableFromInline let convert: (Failure) -> Downstream.Failure
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @usableFromInline var description: String { "\(name)" }

  /// Creates the subscriber of the operator with this name.
  @inlinable
  init(
    _ name: StaticString, to downstream: Downstream,
    convert: @escaping (Failure) -> Downstream.Failure
  ) {
    self.name = name
    self.downstream = downstream
    self.convert = convert
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion.mapFailure(convert))
  }
}
