/// Storage for a subscription.
///
/// It is not an optional, whose type would be looked up each time a copy is made or destroyed.
@frozen
@usableFromInline
struct SubscriptionSlot {
  /// The subscription, which does nothing while the slot is empty.
  @usableFromInline var subscription: any Subscription = NoSubscription()
  @usableFromInline var isEmpty = true

  @inlinable
  init() {}

  @inlinable
  init(_ subscription: any Subscription) {
    self.subscription = subscription
    isEmpty = false
  }

  /// Stores a subscription, and returns true, if the slot is empty.
  @inlinable
  mutating func fill(with subscription: any Subscription) -> Bool {
    guard isEmpty else { return false }
    self.subscription = subscription
    isEmpty = false
    return true
  }

  /// Empties the slot, and returns its content, to be released after unlocking.
  @inlinable
  mutating func take() -> SubscriptionSlot {
    exchange(&self, with: SubscriptionSlot())
  }
}

/// The subscription in an empty slot, which does nothing.
@frozen
@usableFromInline
struct NoSubscription: Subscription {
  @inlinable
  init() {}

  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier() }

  @inlinable
  func request(_ demand: Subscribers.Demand) {}

  @inlinable
  func cancel() {}
}
