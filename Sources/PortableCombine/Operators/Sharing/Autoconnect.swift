import PlayheadLocking

extension ConnectablePublisher {
  /// Connects when the first subscriber subscribes, and disconnects when the last one cancels.
  @inlinable
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

extension Publishers {
  /// A publisher that connects its upstream while it has subscribers.
  ///
  /// The connection ends when the last subscriber cancels. It can be used from any thread.
  public class Autoconnect<Upstream>: Publisher where Upstream: ConnectablePublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public final let upstream: Upstream

    @usableFromInline final let connection: Connection

    /// Creates the publisher that `autoconnect()` returns.
    ///
    /// - Parameter upstream: The upstream publisher.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
      connection = Connection { upstream.connect() }
    }

    @inlinable
    public final func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let isFirst = connection.enter()
      upstream.subscribe(Inner(downstream: subscriber, connection: connection))
      if isFirst { connection.connect() }
    }
  }
}

extension Publishers.Autoconnect {
  @frozen
  @usableFromInline
  struct Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let connection: Connection
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { "Autoconnect" }

    @inlinable
    init(downstream: Downstream, connection: Connection) {
      self.downstream = downstream
      self.connection = connection
    }

    @inlinable
    func receive(subscription: any Subscription) {
      downstream.receive(
        subscription: ConnectedSubscription(subscription, connection: connection))
    }
  }
}

/// Unchecked because the class has no subclasses, and its count of subscribers has a lock.
extension Publishers.Autoconnect: @unchecked Sendable where Upstream: Sendable {}

/// The subscription of one of the subscribers that keep a connection open.
@usableFromInline
final class ConnectedSubscription: Subscription, CustomStringConvertible {
  private let upstream: Locked<SubscriptionSlot>
  private let connection: Connection

  @usableFromInline
  init(_ upstream: any Subscription, connection: Connection) {
    self.upstream = Locked(SubscriptionSlot(upstream))
    self.connection = connection
  }

  /// The description of the upstream's subscription, until it is cancelled.
  @usableFromInline var description: String {
    let held = upstream.withLock { $0 }
    return held.isEmpty ? "Autoconnect" : "\(held.subscription)"
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    upstream.withLock { $0.subscription }.request(demand)
  }

  @usableFromInline
  func cancel() {
    let taken = upstream.withLock { $0.take() }
    if taken.isEmpty { return }
    taken.subscription.cancel()
    connection.leave()
  }
}
