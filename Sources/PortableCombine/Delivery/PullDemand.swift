import Synchronization

/// The demand of a subscription that produces its values while it is asked: one atomic word.
///
/// A value's demand is settled after the value was delivered. So whoever adds to a demand of none
/// is the one to deliver, and whoever adds to more than that leaves it to the one who does.
@usableFromInline
struct PullDemand: ~Copyable {
  @usableFromInline static var closed: UInt { .max }
  @usableFromInline static var unlimited: UInt { UInt(Int.max) + 1 }

  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable
  init() {}

  /// Adds to the demand; true if the caller is to deliver.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) -> Bool {
    var old = word.load(ordering: .relaxed)
    while old != Self.closed {
      // Less than twice the range, unless both are unlimited.
      let new = old == Self.unlimited ? old : min(old + demand.rawValue, Self.unlimited)
      let (done, seen) = word.weakCompareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return old == 0 }
      old = seen
    }
    return false
  }

  /// Settles one delivered value, that asked for `more`; true if another one is to be delivered.
  @inlinable
  func settle(adding more: Subscribers.Demand) -> Bool {
    var old = word.load(ordering: .acquiring)
    if old == Self.unlimited { return true }
    while old != Self.closed {
      let new = min(old - (old == Self.unlimited ? 0 : 1) + more.rawValue, Self.unlimited)
      let (done, seen) = word.weakCompareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return new > 0 }
      old = seen
    }
    return false
  }

  /// Ends it; true for the one call that did.
  @usableFromInline
  func close() -> Bool {
    word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
  }
}
