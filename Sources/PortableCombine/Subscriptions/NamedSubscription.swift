import Locking

/// A publisher's subscription under an operator's name, handed on by the operator.
///
/// It lets go of the publisher's subscription when cancelled, so that an operator may keep this
/// one to cancel the publisher itself, without a cycle that outlives the cancellation.
@usableFromInline
final class NamedSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let upstream: Locked<(any Subscription)?>
  @usableFromInline let description: String

  @usableFromInline
  init(_ name: String, _ upstream: any Subscription) {
    self.upstream = Locked(upstream)
    description = name
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    upstream.withLock { $0 }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    upstream.withLock { $0.take() }?.cancel()
  }

  /// Lets go of the publisher's subscription after its completion, without cancelling it.
  @usableFromInline
  func letGo() {
    _ = upstream.withLock { $0.take() }
  }
}
