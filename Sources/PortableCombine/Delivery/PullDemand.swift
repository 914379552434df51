import Synchronization

/// The demand of a subscription that produces its values on request, in an atomic word.
///
/// The demand for a value is subtracted after its delivery. A caller that adds to a demand of zero
/// therefore delivers, and a caller that adds to a larger demand leaves the delivery to the first.
@usableFromInline
struct PullDemand: ~Copyable {
  @usableFromInline static var closed: UInt { .max }
  @usableFromInline static var unlimited: UInt { UInt(Int.max) + 1 }

  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable
  init() {}

  /// Adds to the demand.
  ///
  /// - Returns: Whether the caller must deliver.
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

  /// Subtracts one delivered value from the demand, and adds `more`.
  ///
  /// - Returns: Whether the caller must deliver another value.
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

  /// Closes the demand.
  ///
  /// - Returns: Whether this call closed it.
  @usableFromInline
  func close() -> Bool {
    word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
  }
}
