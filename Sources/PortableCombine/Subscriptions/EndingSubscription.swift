import Synchronization

/// The subscription of a publisher that sends only a completion. It ignores requests.
///
/// Its description is that of `Subscriptions.empty`. Unlike that subscription, it records its cancellation, so that a
/// subscriber that cancels inside `receive(subscription:)` does not receive a completion.
@usableFromInline
final class EndingSubscription: Subscription, CustomStringConvertible {
  private let isCancelled = Atomic(false)

  @usableFromInline
  init() {}

  @usableFromInline var description: String { "Empty" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  func cancel() { isCancelled.store(true, ordering: .releasing) }

  @usableFromInline var mayComplete: Bool { !isCancelled.load(ordering: .acquiring) }
}

extension Subscriber {
  /// Sends this subscriber a subscription and then `completion`, unless it cancels.
  @inlinable
  func end(with completion: Subscribers.Completion<Failure>) {
    let subscription = EndingSubscription()
    receive(subscription: subscription)
    if subscription.mayComplete { receive(completion: completion) }
  }
}
