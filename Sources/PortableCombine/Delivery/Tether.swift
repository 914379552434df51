import Locking

/// What a subscriber at the end of a chain holds on to until it is over: its subscription, and
/// what it does with values.
@usableFromInline
struct Tether: ~Copyable {
  // Not an enumeration: that would be copied to be looked at. Nor an optional, which is destroyed
  // by looking up its type.
  @usableFromInline
  struct Link {
    @usableFromInline var subscription: any Subscription = NoSubscription()
    @usableFromInline var isAwaiting = true

    @inlinable
    init() {}
  }

  @usableFromInline let link: Locked<Link>
  @usableFromInline let held: Revocable

  @inlinable
  init(_ value: AnyObject) {
    link = Locked(Link())
    held = Revocable(value)
  }

  /// Holds on to `subscription`; if there was one before, cancels it and is false.
  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = link.withLock { link in
      guard link.isAwaiting else { return false }
      link.isAwaiting = false
      link.subscription = subscription
      return true
    }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  /// The subscription held on to, or one that does nothing.
  @usableFromInline
  var subscription: any Subscription {
    link.withLock { $0.subscription }
  }

  /// Whether it has let go of everything.
  @usableFromInline var isOver: Bool { held.isRevoked }

  /// Runs `body` with what is held, unless it was let go of.
  @inlinable
  @inline(__always)
  func use<Held: AnyObject>(as type: Held.Type, _ body: (Held) -> Void) {
    held.use(as: type, body)
  }

  /// Lets go of what is held and of the subscription, which it returns; one that does nothing if
  /// there was none.
  @usableFromInline
  func letGo() -> any Subscription {
    var subscription: any Subscription = NoSubscription()
    link.withLock { link in
      link.isAwaiting = false
      swap(&subscription, &link.subscription)
    }
    _ = held.revoke()
    return subscription
  }
}
