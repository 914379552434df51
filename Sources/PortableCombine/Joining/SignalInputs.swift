/// What is known of a publisher whose values begin, or end, with a signal from another: pure state.
@usableFromInline
struct SignalInputs: JoinedInputs {
  /// Whether values are passed on now.
  @usableFromInline var isPassing: Bool
  /// Whether a value must not come before the upstream's subscription.
  @usableFromInline let awaitsSubscription: Bool
  // What was asked for before there was a subscription.
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var upstream: (any Subscription)?
  @usableFromInline var signal: (any Subscription)?

  @inlinable
  init(isPassing: Bool) {
    self.isPassing = isPassing
    awaitsSubscription = !isPassing
  }

  /// Adds to the demand; the subscription to be asked.
  @usableFromInline
  mutating func add(_ more: Subscribers.Demand) -> (any Subscription)? {
    if upstream == nil { demand += more }
    return upstream
  }

  /// Takes in the upstream's subscription; what to ask it for, or nil if it is to be cancelled.
  @usableFromInline
  mutating func add(upstream subscription: any Subscription) -> Subscribers.Demand? {
    if upstream != nil { return nil }
    upstream = subscription
    return demand
  }

  /// Takes in the signal's subscription, unless it is to be cancelled.
  @usableFromInline
  mutating func add(signal subscription: any Subscription) -> Bool {
    if signal != nil { return false }
    signal = subscription
    return true
  }

  /// Takes everything out, to be cancelled and released after the lock.
  @usableFromInline
  mutating func removeAll() -> SignalInputs {
    var all = SignalInputs(isPassing: false)
    swap(&all, &self)
    return all
  }

  /// Cancels both subscriptions, once they were taken out.
  @usableFromInline
  func cancel() {
    upstream?.cancel()
    signal?.cancel()
  }
}
