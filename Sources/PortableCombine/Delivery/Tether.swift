import PlayheadLocking

/// The subscription of a subscriber at the end of a chain, and the object that handles its values.
/// Both are released at the end.
@usableFromInline
struct Tether: ~Copyable {
  // Not an enumeration, which is copied when it is read, and not an optional, whose type is looked
  // up when it is destroyed.
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

  /// Stores `subscription`.
  ///
  /// - Returns: false if there already was one; then `subscription` is cancelled.
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
    var subscription: any Subscription = NoSubscription()
    link.withLock { link in
      link.isAwaiting = false
      swap(&subscription, &link.subscription)
    }
    _ = held.revoke()
    return subscription
  }
}
