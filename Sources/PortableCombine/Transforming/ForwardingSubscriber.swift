/// The subscriber of an operator that passes the upstream's signals to the operator's subscriber,
/// except those for which it has its own methods.
@usableFromInline
protocol ForwardingSubscriber: Subscriber {
  associatedtype Downstream: Subscriber

  /// The operator's subscriber.
  var downstream: Downstream { get }
}

extension ForwardingSubscriber {
  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }
}

extension ForwardingSubscriber where Downstream.Failure == Failure {
  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

extension ForwardingSubscriber where Downstream.Input == Input {
  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(input)
  }
}
