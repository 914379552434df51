import Synchronization

/// The demand of one subscriber, counted in an atomic word. It can be used from any thread, without a lock.
///
/// It can also record that a value is owed: one arrived without demand, and the newest value is
/// sent when there is demand.
@usableFromInline
struct DemandLedger: ~Copyable {
  // Twice the demand, plus one if a value is owed. This can count up to half the range of `Demand`;
  // a larger demand is treated as unlimited.
  @usableFromInline static var closed: UInt { .max }
  @usableFromInline static var unlimited: UInt { (.max >> 2) << 1 }

  @usableFromInline let word: Atomic<UInt>

  @inlinable
  init() {
    word = Atomic(0)
  }

  @usableFromInline
  init(_ rule: DemandRule) {
    switch rule {
    case .dropping, .ignored: word = Atomic(0)
    case .owing: word = Atomic(1)
    }
  }

  /// Adds to the demand. Returns whether an owed value can now be sent.
  @inlinable
  func add(_ demand: Subscribers.Demand) -> Bool {
    let addition = min(demand.rawValue, Self.unlimited >> 1) << 1
    var old = word.load(ordering: .relaxed)
    while old != Self.closed {
      // Each is at most a quarter of the range, so the sum does not overflow.
      let count = min((old & ~1) + addition, Self.unlimited)
      let (done, seen) = word.weakCompareExchange(
        expected: old, desired: count | (old & 1), ordering: .acquiringAndReleasing)
      if done { return old & 1 == 1 && count > 0 }
      old = seen
    }
    return false
  }

  /// Subtracts a value to send from the demand, if there is any. If not, and `owing` is true, a value is owed.
  @inlinable
  func spend(owing: Bool) -> Bool {
    let seen = word.load(ordering: .acquiring)
    return seen == Self.unlimited || spendCounted(from: seen, owing: owing)
  }

  // Not inlined, because unlimited demand is the common case.
  @usableFromInline
  func spendCounted(from seen: UInt, owing: Bool) -> Bool {
    var old = seen
    while old != Self.closed {
      let count = old & ~1
      let new: UInt
      if count == 0 {
        new = owing ? 1 : old
      } else {
        new = count == Self.unlimited ? count : count - 2
      }
      let (done, now) = word.weakCompareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return count > 0 }
      old = now
    }
    return false
  }

  /// Subtracts the owed value from the demand. Returns false if no value is owed, or without demand.
  @inlinable
  func spendOwed() -> Bool {
    var old = word.load(ordering: .acquiring)
    while old != Self.closed, old & 1 == 1, old > 1 {
      let count = old & ~1
      let new = count == Self.unlimited ? count : count - 2
      let (done, now) = word.weakCompareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return true }
      old = now
    }
    return false
  }

  /// Whether the ledger is closed.
  @usableFromInline
  var isClosed: Bool { word.load(ordering: .acquiring) == Self.closed }

  /// Closes the ledger, so that no demand remains. Returns whether this call closed it.
  @inlinable
  func close() -> Bool {
    word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
  }
}
