/// A publisher that publishes before an object changes.
public final class ObservableObjectPublisher: Publisher {
  /// Values without content.
  public typealias Output = Void
  public typealias Failure = Never

  @usableFromInline
  let broadcast = Broadcast<Void, Never>(
    "ObservableObjectPublisher", latest: nil, ignoresDemand: true)

  /// Creates a publisher without subscribers.
  public init() {}

  @inlinable
  public func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == Never, S.Input == Void {
    broadcast.attach(subscriber, of: self) { conduit, event in
      conduit.subject.use(as: ObservableObjectPublisher.self) {
        $0.broadcast.hear(event, from: conduit)
      }
    }
  }

  /// Publishes to all subscribers, regardless of their demand. It can be called from any thread.
  public func send() {
    broadcast.send((), keeping: false)
  }
}

/// Unchecked because the compiler does not see the lock of the subscribers.
extension ObservableObjectPublisher: @unchecked Sendable {}
