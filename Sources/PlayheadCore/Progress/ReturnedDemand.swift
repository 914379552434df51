import PortableCombine
import Synchronization

/// Demand that a subscriber has returned with values, on its way to the machine.
///
/// The handler that delivers adds to it without a lock. Every thread that locks the machine takes
/// it first, so the machine sees demand and discontinuities in order.
struct ReturnedDemand: ~Copyable {
  private static let unlimited = Int.max
  private let count = Atomic(0)

  /// Adds demand. Called by one thread at a time.
  func add(_ demand: Subscribers.Demand) {
    guard let added = demand.max else { return count.store(Self.unlimited, ordering: .releasing) }
    if added == 0 { return }
    var current = count.load(ordering: .relaxed)
    while true {
      let (sum, overflow) = current.addingReportingOverflow(added)
      let (isExchanged, original) = count.compareExchange(
        expected: current, desired: overflow ? Self.unlimited : sum,
        ordering: .acquiringAndReleasing)
      if isExchanged { return }
      current = original
    }
  }

  /// Removes and returns all demand.
  func take() -> Subscribers.Demand {
    if count.load(ordering: .acquiring) == 0 { return .none }
    let taken = count.exchange(0, ordering: .acquiringAndReleasing)
    return taken == Self.unlimited ? .unlimited : .max(taken)
  }
}
