/// A subject that stores no value: it sends each value to the subscribers with demand, and drops it for others.
///
/// If two threads send at the same time, one of them delivers both values, consecutively. A value that is sent inside a
/// delivery is delivered inside it, unless values of other threads wait: then it is delivered after them.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let broadcast: Broadcast<Output, Failure>

  /// Creates a subject without subscribers.
  @inlinable
  public init() {
    broadcast = Broadcast("PassthroughSubject", latest: nil)
  }

  @inlinable
  public func send(_ input: Output) {
    broadcast.send(input, keeping: false)
  }

  @inlinable
  public func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  /// Adds an upstream subscription, whose values the subject publishes.
  ///
  /// - Parameter subscription: The subscription.
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

/// A subject can be used from any thread if its values can.
///
/// Unchecked because the compiler does not see the lock. A subscriber is called on the thread that sends, whether it
/// is Sendable or not, as in Combine.
extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}
