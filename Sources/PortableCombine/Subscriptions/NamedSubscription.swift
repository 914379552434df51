import PlayheadLocking

/// An upstream's subscription under the name of an operator.
///
/// Cancelling releases the upstream's subscription. An operator can therefore keep this subscription to cancel the
/// upstream by itself, without a cycle that remains after the cancellation.
@usableFromInline
final class NamedSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let upstream: Locked<SubscriptionSlot>
  @usableFromInline let description: String
  @usableFromInline let factor: Int
  @usableFromInline let allowsNoDemand: Bool

  /// Creates the subscription, which requests `factor` upstream values for each of the operator's.
  @usableFromInline
  init(
    _ name: String, _ upstream: any Subscription, times factor: Int = 1,
    allowsNoDemand: Bool = false
  ) {
    self.allowsNoDemand = allowsNoDemand
    self.upstream = Locked(SubscriptionSlot(upstream))
    description = name
    self.factor = factor
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if !allowsNoDemand { demand.requirePositive() }
    guard demand > .none else { return }
    upstream.withLock { $0.subscription }.request(demand * factor)
  }

  /// Whether it was cancelled, or released after the completion.
  @usableFromInline var isOver: Bool { upstream.withLock { $0.isEmpty } }

  @usableFromInline
  func cancel() {
    _ = end()
  }

  /// Cancels the upstream's subscription. Returns whether this call ended it.
  @usableFromInline
  func end() -> Bool {
    let taken = upstream.withLock { $0.take() }
    taken.subscription.cancel()
    return !taken.isEmpty
  }

  /// Releases the upstream's subscription after its completion. Returns whether this call ended it.
  @discardableResult
  @usableFromInline
  func release() -> Bool {
    !upstream.withLock { $0.take() }.isEmpty
  }
}
