/// A subscriber of a broadcast, as closures formed where its type is known.
@usableFromInline
final class Receiver<Output, Failure: Error> {
  @usableFromInline let conduit: Conduit<Output, Failure>
  @usableFromInline let receiveValue: (Output) -> Subscribers.Demand
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable
  init<S>(_ subscriber: S, conduit: Conduit<Output, Failure>)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    self.conduit = conduit
    receiveValue = { subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
  }
}
