/// The subscriber of an operator that decides about one value at a time, and may end by itself.
@usableFromInline
final class SteppedSubscriber<Input, Failure: Error, Downstream: Subscriber>: Subscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Decide = (Input) throws(Downstream.Failure) -> StepResult<
    Downstream.Input
  >

  @usableFromInline let description: String
  @usableFromInline let awaitsSubscription: Bool
  @usableFromInline let downstream: Downstream
  /// Returns the operator's failure for the upstream's failure.
  @usableFromInline let convert: (Failure) -> Downstream.Failure
  /// Decides about one value. An error that it throws is the operator's failure.
  @usableFromInline let decide: Decide
  // Accessed only in calls from the upstream, which are serial or nested.
  @exclusivity(unchecked) @usableFromInline var subscription: NamedSubscription?
  @exclusivity(unchecked) @usableFromInline var isOver = false

  /// Creates the subscriber. If it awaits its subscription, an earlier value traps.
  @inlinable
  init(
    _ name: String, awaitsSubscription: Bool = true, to downstream: Downstream,
    convert: @escaping (Failure) -> Downstream.Failure, decide: @escaping Decide
  ) {
    description = name
    self.awaitsSubscription = awaitsSubscription
    self.downstream = downstream
    self.convert = convert
    self.decide = decide
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard self.subscription == nil, !isOver else { return subscription.cancel() }
    let named = NamedSubscription(description, subscription)
    self.subscription = named
    downstream.receive(subscription: named)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if isOver { return .none }
    precondition(
      !awaitsSubscription || subscription != nil,
      "A value must not come before the subscription.")
    do {
      let step = try decide(input)
      // The closure, or a value that it released, may have sent a completion.
      if isOver { return .none }
      switch step {
      case .send(let value):
        return downstream.receive(value)
      case .skip:
        return .max(1)
      case .last(let value):
        isOver = true
        _ = downstream.receive(value)
        end(with: .finished)
      case .end:
        end(with: .finished)
      }
    } catch {
      end(with: .failure(error))
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if isOver { return }
    isOver = true
    subscription.take()?.release()
    downstream.receive(completion: completion.mapFailure(convert))
  }

  /// Ends by itself, unless the subscriber has cancelled in the meantime.
  @inlinable
  func end(with completion: Subscribers.Completion<Downstream.Failure>) {
    isOver = true
    guard let subscription = subscription.take(), subscription.end() else { return }
    downstream.receive(completion: completion)
  }
}

/// The decision of an operator with one upstream about a value.
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
