import PlayheadLocking

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
