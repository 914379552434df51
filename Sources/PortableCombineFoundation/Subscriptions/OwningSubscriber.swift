import PortableCombine

/// A subscriber whose subscription owns the source of its publisher, and cancels it.
struct OwningSubscriber<Downstream: Subscriber>: Subscriber {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  private let name: String
  private let downstream: Downstream
  private let owned: AnyCancellable
  let combineIdentifier = CombineIdentifier()

  init(_ name: String, downstream: Downstream, owned: AnyCancellable) {
    self.name = name
    self.downstream = downstream
    self.owned = owned
  }

  func receive(subscription: any Subscription) {
    downstream.receive(
      subscription: OwningSubscription(name, subscription: subscription, owned: owned))
  }

  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

  func receive(completion: Subscribers.Completion<Failure>) {
    owned.cancel()
    downstream.receive(completion: completion)
  }
}

/// A subscription that also cancels the object that it owns.
private final class OwningSubscription: Subscription, CustomStringConvertible {
  private let subscription: any Subscription
  private let owned: AnyCancellable
  let description: String

  init(_ name: String, subscription: any Subscription, owned: AnyCancellable) {
    description = name
    self.subscription = subscription
    self.owned = owned
  }

  func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

  func cancel() {
    owned.cancel()
    subscription.cancel()
  }
}
