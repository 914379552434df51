import PortableCombine

/// The subscription to several publishers whose latest values are sent together.
@usableFromInline
final class LatestSubscription<Slots: LatestSlots, Failure: Error>: Subscription,
  CustomStringConvertible
{
  @usableFromInline let junction: Junction<LatestInputs<Slots>, Slots.Snapshot, Failure>
  @usableFromInline let description: String

  /// Creates a subscription to `count` publishers.
  @inlinable
  init(_ name: String, _ slots: Slots, count: Int, to outlet: Outlet<Slots.Snapshot, Failure>) {
    junction = Junction(LatestInputs(slots, count: count), to: outlet)
    description = name
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand)
  }

  @inlinable
  func cancel() { junction.cancel() }

  /// Adds to the demand and sends pending values, in a loop, because the subscriber may add demand.
  @inlinable
  func ask(for demand: Subscribers.Demand) {
    var demand = demand
    while demand > .none {
      demand = junction.update { inputs in inputs.add(demand).map { .value($0) } }
    }
    finishIfDone()
  }

  /// Finishes if no value can follow.
  @inlinable
  func finishIfDone() {
    junction.finish { $0.isFinished ? .finished : nil }
  }

  /// Returns a subscriber for an upstream. A value that `store` replaces must be released outside the lock.
  @inlinable
  func side<Input>(
    _ index: Int, store: @escaping (inout Slots, Input) -> Input?
  ) -> Side<Input> {
    Side(latest: self, index: index, store: store)
  }
}
