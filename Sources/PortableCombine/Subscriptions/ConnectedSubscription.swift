import Locking

/// The subscription of one of the subscribers that keep up a connection.
@usableFromInline
final class ConnectedSubscription: Subscription, CustomStringConvertible {
  private let held: Locked<(upstream: any Subscription, connection: Connection)?>
  @usableFromInline let description: String

  @usableFromInline
  init(_ upstream: any Subscription, connection: Connection) {
    held = Locked((upstream, connection))
    description = "\(upstream)"
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    held.withLock { $0?.upstream }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard let (upstream, connection) = held.withLock({ $0.take() }) else { return }
    upstream.cancel()
    connection.leave()
  }
}
