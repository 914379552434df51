import Locking

/// A subject that keeps its latest value, and sends that to a subscriber first.
///
/// A subscriber that asked for nothing when values came gets the latest of them when it asks. Of
/// two threads that send at once, one delivers both values, one after the other. A value sent from
/// inside a delivery is delivered inside it.
///
/// Source of the rule: Apple's documentation of `CurrentValueSubject`.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline let broadcast: Broadcast<Output, Failure>

  /// Makes a subject whose latest value is `value`.
  @inlinable
  public init(_ value: Output) {
    broadcast = Broadcast("CurrentValueSubject", latest: .some(value))
  }

  /// The latest value; setting it sends it, until the subject has completed.
  @inlinable
  public var value: Output {
    get { broadcast.state.withLock { $0.latest.unsafelyUnwrapped } }
    set { broadcast.set(newValue) }
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
      conduit.subject.use(as: CurrentValueSubject.self) { $0.broadcast.hear(event, from: conduit) }
    }
  }
}
