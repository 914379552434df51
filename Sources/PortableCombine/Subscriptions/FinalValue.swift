/// How an operator sends one value at its end, through its subscription.
@frozen
@usableFromInline
struct FinalValue<Output, Failure: Error> {
  @usableFromInline let subscription: FinalValueSubscription

  /// - Parameter passesRequestsOn: whether the upstream is asked for what is asked for here.
  @inlinable
  init<S>(
    _ name: String, upstream: any Subscription, passesRequestsOn: Bool = false, to subscriber: S
  ) where S: Subscriber, S.Input == Output, S.Failure == Failure {
    subscription = FinalValueSubscription(
      name, upstream: upstream, passesRequestsOn: passesRequestsOn,
      to: Outlet<Output, Failure>(subscriber))
  }

  /// - Parameter subscription: one that was made by this type.
  @inlinable
  init(of subscription: FinalValueSubscription) {
    self.subscription = subscription
  }

  /// Sends `final`, if there is one, and finishes, once it is asked for.
  @inlinable
  func finish(with final: Output?) {
    subscription.letGo()
    if subscription.ledger.take(owing: false) {
      send(final)
    } else {
      subscription.owe { FinalValue(of: $0).send(final) }
    }
  }

  /// Ends with `completion`, and without a value.
  @inlinable
  func complete(_ completion: Subscribers.Completion<Failure>) {
    subscription.letGo()
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
