/// A subscriber of a broadcast, with its subscription.
@frozen
@usableFromInline
struct Receiver<Output, Failure: Error> {
  @usableFromInline let conduit: SubscriberConduit<Output, Failure>
  @usableFromInline let subscriber: AnyObject

  @inlinable
  init(_ subscriber: AnyObject, conduit: SubscriberConduit<Output, Failure>) {
    self.conduit = conduit
    self.subscriber = subscriber
  }

  @inlinable
  @inline(__always)
  func receiveValue(_ value: Output) -> Subscribers.Demand {
    conduit.methods.value(subscriber, value)
  }

  @inlinable
  @inline(__always)
  func receiveCompletion(_ completion: Subscribers.Completion<Failure>) {
    conduit.methods.completion(subscriber, completion)
  }
}
