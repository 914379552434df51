import Synchronization

/// The subscription of a publisher that has nothing but a completion to send: it ignores requests.
///
/// It reads as `Subscriptions.empty` does but, unlike that, remembers that it was cancelled, so
/// that a subscriber that cancels inside `receive(subscription:)` is not completed. The contract
/// goes first here: nothing follows a cancellation.
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
  /// Connects this subscriber to nothing, and completes it unless it cancels that.
  @inlinable
  func end(with completion: Subscribers.Completion<Failure>) {
    let subscription = EndingSubscription()
    receive(subscription: subscription)
    if subscription.mayComplete { receive(completion: completion) }
  }
}
