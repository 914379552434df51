import Locking
import Synchronization

/// What a subscriber at the end of a chain holds on to until it is over: its subscription, and
/// what it does with values.
///
/// `held` is used without a lock and without being retained: each use is counted, and once
/// `letGo()` was called, the last one out releases it. So nothing foreign is ever called or
/// released under a lock, and a value costs two atomic operations.
@usableFromInline
struct Tether<Held>: ~Copyable {
  @usableFromInline
  enum Link {
    case awaiting
    case attached(any Subscription)
    case over
  }

  @usableFromInline let link: Locked<Link>
  // Twice the number of uses under way, plus one once it is let go of.
  @usableFromInline let uses: Atomic<Int>
  @usableFromInline let held: UnsafeMutablePointer<Held?>

  @inlinable
  init(_ value: Held) {
    link = Locked(.awaiting)
    uses = Atomic(0)
    held = .allocate(capacity: 1)
    held.initialize(to: value)
  }

  @inlinable
  deinit {
    held.deinitialize(count: 1)
    held.deallocate()
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

  /// Runs `body` with what is held, unless it was let go of.
  @inlinable
  func use(_ body: (borrowing Held) -> Void) {
    let before = uses.wrappingAdd(2, ordering: .acquiring).oldValue
    if before & 1 == 0 { body(held.pointee.unsafelyUnwrapped) }
    leave()
  }

  @inlinable
  func leave() {
    if uses.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == 1 { release() }
  }

  /// Lets go of what is held and of the subscription, which it returns if there was one.
  ///
  /// A use under way ends as it began; the thing is released after it.
  @usableFromInline
  func letGo() -> (any Subscription)? {
    let before = link.withLock { link in
      let before = link
      link = .over
      return before
    }
    if case .over = before { return nil }
    // Counts as a use itself, so that exactly one caller finds the count at rest.
    uses.wrappingAdd(3, ordering: .acquiringAndReleasing)
    leave()
    if case .attached(let subscription) = before { return subscription }
    return nil
  }

  // Late uses may come and go after the end: the second to find the count at rest finds nil.
  @usableFromInline
  func release() {
    let last = link.withLock { _ in held.pointee.take() }
    _ = consume last
  }
}
