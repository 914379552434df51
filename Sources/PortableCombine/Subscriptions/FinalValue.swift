/// Sends one value at the end of an operator, through the operator's subscription.
@frozen
@usableFromInline
struct FinalValue<Output, Failure: Error> {
  @usableFromInline let subscription: FinalValueSubscription

  /// Creates the subscription.
  @inlinable
  init<S>(
    _ name: String, upstream: any Subscription, passesRequestsOn: Bool = false, to subscriber: S
  ) where S: Subscriber, S.Input == Output, S.Failure == Failure {
    subscription = FinalValueSubscription(
      name, upstream: upstream, passesRequestsOn: passesRequestsOn,
      to: Outlet<Output, Failure>(subscriber))
  }

  /// Accesses a subscription that this type created with the same types.
  @inlinable
  init(of subscription: FinalValueSubscription) {
    self.subscription = subscription
  }

  /// Sends `final`, if it is not nil, and finishes, when there is demand.
  @inlinable
  func finish(with final: Output?) {
    subscription.release()
    if subscription.ledger.spend(owing: false) {
      send(final)
    } else {
      subscription.owe { FinalValue(of: $0).send(final) }
    }
  }

  /// Sends `completion` without a value.
  @inlinable
  func complete(_ completion: Subscribers.Completion<Failure>) {
    subscription.release()
    subscription.outlet.use(as: Outlet<Output, Failure>.self) {
      if subscription.end() { $0.receiveCompletion(completion) }
    }
  }

  @inlinable
  func send(_ final: Output?) {
    subscription.outlet.use(as: Outlet<Output, Failure>.self) {
      if let final { _ = $0.receiveValue(final) }
      if subscription.end() { $0.receiveCompletion(.finished) }
    }
  }
}
