import Locking

/// What a subscriber at the end of a chain holds on to until it is over: its subscription, and
/// what it does with values.
@usableFromInline
struct Tether: ~Copyable {
  @usableFromInline
  enum Link {
    case awaiting
    case attached(any Subscription)
    case over
  }

  @usableFromInline let link: Locked<Link>
  @usableFromInline let held: Revocable

  @inlinable
  init(_ value: AnyObject) {
    link = Locked(.awaiting)
    held = Revocable(value)
  }

  /// Holds on to `subscription`; if there was one before, cancels it and is false.
  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = link.withLock { link in
      guard case .awaiting = link else { return false }
      link = .attached(subscription)
      return true
    }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  /// The subscription held on to.
  @usableFromInline
  var subscription: (any Subscription)? {
    link.withLock { link in
      if case .attached(let subscription) = link { subscription } else { nil }
    }
  }

  /// Whether it has let go of everything.
  @usableFromInline var isOver: Bool {
    link.withLock { link in
      if case .over = link { true } else { false }
    }
  }

  /// Runs `body` with what is held, unless it was let go of.
  @inlinable
  @inline(__always)
  func use<Held: AnyObject>(as type: Held.Type, _ body: (Held) -> Void) {
    held.use(as: type, body)
  }

  /// Lets go of what is held and of the subscription, which it returns if there was one.
  @usableFromInline
  func letGo() -> (any Subscription)? {
    let before = link.withLock { link in
      let before = link
      link = .over
      return before
    }
    _ = held.revoke()
    if case .attached(let subscription) = before { return subscription }
    return nil
  }
}
