import PortableCombine

/// The subscription to several publishers whose latest values are sent together.
final class LatestSubscription<Slots: LatestSlots, Failure: Error>: Subscription,
  CustomStringConvertible
{
  let junction: Junction<LatestInputs<Slots>, Slots.Snapshot, Failure>
  let description: String

  /// Makes the subscription to `count` publishers.
  init(_ name: String, _ slots: Slots, count: Int, to outlet: Outlet<Slots.Snapshot, Failure>) {
    junction = Junction(LatestInputs(slots, count: count), to: outlet)
    description = name
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "A subscription must be asked for at least one value.")
    ask(for: demand)
  }

  func cancel() {
    junction.end { $0.removeAll() }?.cancel()
  }

  /// Adds to the demand, and sends what is owed: a loop, as what is sent may ask for more.
  func ask(for demand: Subscribers.Demand) {
    var demand = demand
    while demand > .none {
      demand = junction.update { inputs in inputs.add(demand).map { .value($0) } }
    }
    finishIfDone()
  }

  /// Finishes once nothing can follow any more.
  func finishIfDone() {
    var rest: LatestInputs<Slots>?
    _ = junction.update { inputs in
      guard inputs.isFinished else { return nil }
      rest = inputs.removeAll()
      return .completion(.finished)
    }
    withExtendedLifetime(rest) {}
  }

  /// The subscriber of one publisher, whose values `store` puts into the slots; it returns the
  /// value replaced, which is not to be released under the lock.
  func side<Input>(
    _ index: Int, store: @escaping (inout Slots, Input) -> Input?
  ) -> Side<Input> {
    Side(latest: self, index: index, store: store)
  }
}
