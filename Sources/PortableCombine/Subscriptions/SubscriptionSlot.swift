/// A place for a subscription.
///
/// It is not an optional: that type would be looked up each time a copy is made or destroyed.
@frozen
@usableFromInline
struct SubscriptionSlot {
  /// The subscription; one that does nothing while the slot is empty.
  @usableFromInline var subscription: any Subscription = NoSubscription()
  @usableFromInline var isEmpty = true

  @inlinable
  init() {}

  @inlinable
  init(_ subscription: any Subscription) {
    self.subscription = subscription
    isEmpty = false
  }

  /// Fills the slot, if it is empty; true if it was.
  @inlinable
  mutating func fill(with subscription: any Subscription) -> Bool {
    guard isEmpty else { return false }
    self.subscription = subscription
    isEmpty = false
    return true
  }

  /// Empties the slot, and returns its content, to be released after the lock.
  @inlinable
  mutating func take() -> SubscriptionSlot {
    var taken = SubscriptionSlot()
    swap(&taken, &self)
    return taken
  }
}

/// The subscription in an empty slot: it does nothing.
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
