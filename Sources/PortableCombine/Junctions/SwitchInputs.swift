/// The pure state machine of a switch to the newest of several publishers.
@usableFromInline
struct SwitchInputs: JunctionInputs {
  @usableFromInline var demand = Subscribers.Demand.none
  /// The subscription to the upstream that sends publishers, and whether the upstream has finished.
  @usableFromInline var supplier = SubscriptionSlot()
  @usableFromInline var isClosed = false
  /// The newest publisher: its number, its subscription, and whether it is still active.
  @usableFromInline var newest = 0
  @usableFromInline var source = SubscriptionSlot()
  @usableFromInline var isActive = false

  @inlinable
  init() {}

  /// Whether no value can follow.
  @inlinable var isFinished: Bool { isClosed && !isActive }

  /// Makes room for a newer publisher. Returns the subscription to cancel, and the new number.
  @inlinable
  mutating func open() -> (replaced: SubscriptionSlot, number: Int) {
    newest += 1
    isActive = true
    return (source.take(), newest)
  }

  /// Stores a subscription, and returns the demand to request; nil if it must be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription, of number: Int) -> Subscribers.Demand? {
    guard number == newest, isActive, source.fill(with: subscription) else { return nil }
    return demand
  }

  /// Returns whether to send a value of a publisher.
  @inlinable
  mutating func receive(of number: Int) -> Bool {
    guard number == newest, isActive, demand > .none else { return false }
    demand -= 1
    return true
  }

  /// Removes the newest publisher when it has finished. Returns its subscription, to release after unlocking.
  @inlinable
  mutating func finish(_ number: Int) -> SubscriptionSlot {
    guard number == newest else { return SubscriptionSlot() }
    isActive = false
    return source.take()
  }

  @inlinable
  mutating func removeAll() -> SwitchInputs {
    exchange(&self, with: SwitchInputs())
  }

  @inlinable
  func cancel() {
    source.subscription.cancel()
    supplier.subscription.cancel()
  }
}
