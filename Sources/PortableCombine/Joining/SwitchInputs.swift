/// What is known of the newest of several publishers: pure state.
@usableFromInline
struct SwitchInputs: JoinedInputs {
  @usableFromInline var demand = Subscribers.Demand.none
  /// The subscription to the publisher of publishers, and whether that has finished.
  @usableFromInline var supplier = SubscriptionSlot()
  @usableFromInline var isClosed = false
  /// The newest publisher: its number, its subscription, and whether it may still send.
  @usableFromInline var newest = 0
  @usableFromInline var source = SubscriptionSlot()
  @usableFromInline var isActive = false

  @inlinable
  init() {}

  /// Whether nothing can come any more.
  @inlinable var isFinished: Bool { isClosed && !isActive }

  /// Makes way for a newer publisher; the subscription to be cancelled, and the new number.
  @inlinable
  mutating func open() -> (replaced: SubscriptionSlot, number: Int) {
    newest += 1
    isActive = true
    return (source.take(), newest)
  }

  /// Takes in the subscription of a publisher; what to ask it for, or nil if it is to be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription, of number: Int) -> Subscribers.Demand? {
    guard number == newest, isActive, source.fill(with: subscription) else { return nil }
    return demand
  }

  /// Whether a value of a publisher is to be sent.
  @inlinable
  mutating func receive(of number: Int) -> Bool {
    guard number == newest, isActive, demand > .none else { return false }
    demand -= 1
    return true
  }

  /// Lets go of a publisher that has finished, if it is the newest; its subscription, to be
  /// released after the lock.
  @inlinable
  mutating func finish(_ number: Int) -> SubscriptionSlot {
    guard number == newest else { return SubscriptionSlot() }
    isActive = false
    return source.take()
  }

  /// Takes everything out, to be cancelled and released after the lock.
  @inlinable
  mutating func removeAll() -> SwitchInputs {
    var all = SwitchInputs()
    swap(&all, &self)
    return all
  }

  /// Cancels both subscriptions, once they were taken out.
  @inlinable
  func cancel() {
    source.subscription.cancel()
    supplier.subscription.cancel()
  }
}
