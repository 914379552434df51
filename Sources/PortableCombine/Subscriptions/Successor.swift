/// The subscriber attached to a publisher that replaces a failed one.
@frozen
@usableFromInline
struct Successor<Downstream: Subscriber, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: SuccessiveSubscription
  @usableFromInline let mapFailure: (Failure) -> Downstream.Failure
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @usableFromInline var description: String { subscription.description }

  @inlinable
  init(
    downstream: Downstream, subscription: SuccessiveSubscription,
    mapFailure: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.subscription = subscription
    self.mapFailure = mapFailure
  }

  @inlinable
  func receive(subscription next: any Subscription) { subscription.follow(next) }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    subscription.pass { downstream.receive(input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if subscription.release(isLast: true).wasOver { return }
    downstream.receive(completion: completion.mapFailure(mapFailure))
  }
}
