/// A subject that keeps nothing: it sends each value to those who asked, and drops it for others.
///
/// Of two threads that send at once, one delivers both values, one after the other. A value sent
/// from inside a delivery is delivered inside it.
///
/// Source of the rule: Apple's documentation of `PassthroughSubject`.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let broadcast: Broadcast<Output, Failure>

  /// Makes a subject without subscribers.
  @inlinable
  public init() {
    broadcast = Broadcast("PassthroughSubject", latest: nil)
  }

  @inlinable
  public func send(_ input: Output) {
    broadcast.send(input)
  }

  @inlinable
  public func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  @inlinable
  public func send(subscription: any Subscription) {
    broadcast.add(upstream: subscription)
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    broadcast.attach(subscriber, of: self) { conduit, event in
      conduit.subject.use(as: PassthroughSubject.self) { $0.broadcast.hear(event, from: conduit) }
    }
  }
}
