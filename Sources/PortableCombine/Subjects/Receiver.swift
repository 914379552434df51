/// A subscriber of a broadcast, with its subscription.
@frozen
@usableFromInline
struct Receiver<Output, Failure: Error>: ListedElement {
  @usableFromInline let conduit: SubscriberConduit<Output, Failure>
  @usableFromInline let subscriber: AnyObject

  @inlinable
  init(_ subscriber: AnyObject, conduit: SubscriberConduit<Output, Failure>) {
    self.conduit = conduit
    self.subscriber = subscriber
  }

  @inlinable var index: Int {
    get { conduit.index }
    nonmutating set { conduit.index = newValue }
  }

  @inlinable var isVacant: Bool { subscriber === conduit }

  // Its conduit is closed, so nothing is sent to it, and sending needs no check for vacant ones.
  @inlinable var vacated: Receiver { Receiver(conduit, conduit: conduit) }

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
