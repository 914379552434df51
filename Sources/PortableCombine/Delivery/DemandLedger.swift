import Synchronization

/// The demand of one subscriber, counted in one atomic word: safe from any thread, without a lock.
///
/// It can also remember that a value is owed: one that came while there was no demand, and whose
/// newest successor goes out as soon as there is some.
@usableFromInline
struct DemandLedger: ~Copyable {
  // Twice the demand, plus one if a value is owed. Half the range of `Demand` is enough to count;
  // what is beyond it is unlimited.
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
    case .dropping: word = Atomic(0)
    case .owing: word = Atomic(1)
    case .ignored: word = Atomic(Self.unlimited)
    }
  }

  /// Adds to the demand; true if a value is owed that can now be sent.
  @inlinable
  func add(_ demand: Subscribers.Demand) -> Bool {
    let addition = min(demand.rawValue, Self.unlimited >> 1) << 1
    var old = word.load(ordering: .relaxed)
    while old != Self.closed {
      // Both are at most a quarter of the range: no overflow.
      let count = min((old & ~1) + addition, Self.unlimited)
      let (done, seen) = word.weakCompareExchange(
        expected: old, desired: count | (old & 1), ordering: .acquiringAndReleasing)
      if done { return old & 1 == 1 && count > 0 }
      old = seen
    }
    return false
  }

  /// Takes one from the demand, for a value that is sent now; it settles what is owed.
  ///
  /// Without demand it is false, and the value is owed from now on if `owing`.
  @inlinable
  func take(owing: Bool) -> Bool {
    let seen = word.load(ordering: .acquiring)
    return seen == Self.unlimited || takeCounted(from: seen, owing: owing)
  }

  // Out of line, as unlimited demand is the usual one.
  @usableFromInline
  func takeCounted(from seen: UInt, owing: Bool) -> Bool {
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

  /// Takes one from the demand for the value that is owed; false if none is, or without demand.
  @inlinable
  func takeOwed() -> Bool {
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

  /// Whether it was ended.
  @usableFromInline
  var isClosed: Bool { word.load(ordering: .acquiring) == Self.closed }

  /// Ends it: nothing is taken any more. True for the one call that did.
  @inlinable
  func close() -> Bool {
    word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
  }
}
