/// The pure state machine of a publisher whose values begin or end with a signal from another publisher.
@usableFromInline
struct SignalInputs: JunctionInputs {
  /// Whether values are currently passed on.
  @usableFromInline var isPassing: Bool
  /// Whether a value before the upstream's subscription traps.
  @usableFromInline let awaitsSubscription: Bool
  // The demand before the subscription arrived.
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var upstream = SubscriptionSlot()
  @usableFromInline var signal = SubscriptionSlot()

  @inlinable
  init(isPassing: Bool) {
    self.isPassing = isPassing
    awaitsSubscription = !isPassing
  }

  /// Adds to the demand.
  @usableFromInline
  mutating func add(_ more: Subscribers.Demand) -> any Subscription {
    if upstream.isEmpty { demand += more }
    return upstream.subscription
  }

  /// Stores the upstream's subscription, and returns the demand to request; nil if it must be cancelled.
  @usableFromInline
  mutating func add(upstream subscription: any Subscription) -> Subscribers.Demand? {
    upstream.fill(with: subscription) ? demand : nil
  }

  @usableFromInline
  mutating func removeAll() -> SignalInputs {
    exchange(&self, with: SignalInputs(isPassing: false))
  }

  @usableFromInline
  func cancel() {
    upstream.subscription.cancel()
    signal.subscription.cancel()
  }
}
