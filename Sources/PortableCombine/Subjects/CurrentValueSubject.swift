import PlayheadLocking

/// A subject that stores its latest value, and sends it to each new subscriber first.
///
/// A subscriber without demand receives the latest value at its next request. If two threads send at the same time, one
/// of them delivers both values, consecutively. A value that is sent inside a delivery is delivered inside it, unless
/// values of other threads wait: then it is delivered after them.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline let broadcast: Broadcast<Output, Failure>

  /// Creates a subject with an initial value.
  ///
  /// - Parameter value: The initial value.
  @inlinable
  public init(_ value: Output) {
    broadcast = Broadcast("CurrentValueSubject", latest: .some(value))
  }

  /// The latest value. Setting it sends the value, until the subject has completed.
  @inlinable
  public var value: Output {
    get { broadcast.state.withLock { $0.latest.unsafelyUnwrapped } }
    set { broadcast.set(newValue) }
  }

  /// Stores a value, and sends it to the subscribers.
  ///
  /// - Parameter input: The value.
  @inlinable
  public func send(_ input: Output) {
    broadcast.send(input, keeping: true)
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
      conduit.subject.use(as: CurrentValueSubject.self) { $0.broadcast.hear(event, from: conduit) }
    }
  }
}

/// A subject can be used from any thread if its values can.
///
/// Unchecked because the compiler does not see the lock. A subscriber is called on the thread that sends, whether it
/// is Sendable or not, as in Combine.
extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}
