/// The subscriber of an operator that decides about one value at a time, and may end by itself.
@usableFromInline
final class SteppedSubscriber<Step: OperatorStep, Downstream: Subscriber>: Subscriber,
  CustomStringConvertible
where Downstream.Input == Step.Output, Downstream.Failure == Step.Failure {
  @usableFromInline typealias Input = Step.Input
  @usableFromInline typealias Failure = Step.InputFailure

  @usableFromInline let step: Step
  @usableFromInline let downstream: Downstream
  // Accessed only in calls from the upstream, which are serial.
  @exclusivity(unchecked) @usableFromInline var subscription: NamedSubscription?
  @exclusivity(unchecked) @usableFromInline var isOver = false

  @usableFromInline var description: String { Step.name }

  @inlinable
  init(_ step: Step, to downstream: Downstream) {
    self.step = step
    self.downstream = downstream
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard self.subscription == nil, !isOver else { return subscription.cancel() }
    let named = NamedSubscription(Step.name, subscription)
    self.subscription = named
    downstream.receive(subscription: named)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if isOver { return .none }
    precondition(
      !Step.awaitsSubscription || subscription != nil,
      "A value must not come before the subscription.")
    do {
      switch try step.take(input) {
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
    downstream.receive(completion: step.end(completion))
  }

  /// Ends by itself, unless the subscriber has cancelled in the meantime.
  @inlinable
  func end(with completion: Subscribers.Completion<Step.Failure>) {
    isOver = true
    guard let subscription = subscription.take(), subscription.end() else { return }
    downstream.receive(completion: completion)
  }
}
