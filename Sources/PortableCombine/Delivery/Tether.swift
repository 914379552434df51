import PlayheadLocking

/// The subscription of a subscriber at the end of a chain, and the object that handles its values.
/// Both are released at the end.
@usableFromInline
struct Tether: ~Copyable {
  @usableFromInline let link: Locked<SubscriptionSlot>
  @usableFromInline let held: Revocable

  @inlinable
  init(_ value: AnyObject) {
    link = Locked(SubscriptionSlot())
    held = Revocable(value)
  }

  /// Stores `subscription`. If there already was one, cancels it and returns false.
  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = link.withLock { $0.fill(with: subscription) }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  /// The stored subscription, or one that does nothing.
  @usableFromInline
  var subscription: any Subscription {
    link.withLock { $0.subscription }
  }

  /// Whether everything has been released.
  @usableFromInline var isOver: Bool { held.isRevoked }

  /// Runs `body` with the stored object, unless it has been released.
  @inlinable
  @inline(__always)
  func use<Held: AnyObject>(as type: Held.Type, _ body: (Held) -> Void) {
    held.use(as: type, body)
  }

  /// Releases the object, and returns the subscription, or one that does nothing if there is none.
  @usableFromInline
  func release() -> any Subscription {
    // The slot is not emptied, so that it accepts no other subscription.
    let link = link.withLock { exchange(&$0, with: SubscriptionSlot(NoSubscription())) }
    _ = held.revoke()
    return link.subscription
  }
}
