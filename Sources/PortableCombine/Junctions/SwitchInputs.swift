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

  /// Makes room for a newer publisher.
  ///
  /// - Returns: The subscription to cancel, and the number of the new publisher.
  @inlinable
  mutating func open() -> (replaced: SubscriptionSlot, number: Int) {
    newest += 1
    isActive = true
    return (source.take(), newest)
  }

  /// Stores the subscription to a publisher.
  ///
  /// - Returns: The demand to request; nil if the subscription must be cancelled.
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

  /// Removes a publisher that has finished, if it is the newest.
  ///
  /// - Returns: Its subscription, to be released after unlocking.
  @inlinable
  mutating func finish(_ number: Int) -> SubscriptionSlot {
    guard number == newest else { return SubscriptionSlot() }
    isActive = false
    return source.take()
  }

  /// Removes and returns the state, which the caller cancels and releases after unlocking.
  @inlinable
  mutating func removeAll() -> SwitchInputs {
    exchange(&self, with: SwitchInputs())
  }

  /// Cancels both subscriptions. Called on the removed state.
  @inlinable
  func cancel() {
    source.subscription.cancel()
    supplier.subscription.cancel()
  }
}
