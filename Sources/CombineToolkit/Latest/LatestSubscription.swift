import PortableCombine

/// The subscription to several publishers whose latest values are sent together.
final class LatestSubscription<Slots: LatestSlots, Failure: Error>: Subscription,
  CustomStringConvertible
{
  let junction: Junction<LatestInputs<Slots>, Slots.Snapshot, Failure>
  let description: String

  /// Creates a subscription to `count` publishers.
  init(_ name: String, _ slots: Slots, count: Int, to outlet: Outlet<Slots.Snapshot, Failure>) {
    junction = Junction(LatestInputs(slots, count: count), to: outlet)
    description = name
  }

  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand)
  }

  func cancel() {
    junction.end { $0.removeAll() }?.cancel()
  }

  /// Adds to the demand and sends pending values, repeatedly, because the subscriber may add demand
  /// when it receives them.
  func ask(for demand: Subscribers.Demand) {
    var demand = demand
    while demand > .none {
      demand = junction.update { inputs in inputs.add(demand).map { .value($0) } }
    }
    finishIfDone()
  }

  /// Finishes if no value can follow.
  func finishIfDone() {
    var rest: LatestInputs<Slots>?
    _ = junction.update { inputs in
      guard inputs.isFinished else { return nil }
      rest = inputs.removeAll()
      return .completion(.finished)
    }
    withExtendedLifetime(rest) {}
  }

  /// Returns a subscriber for one upstream publisher.
  ///
  /// - Parameters:
  ///   - index: The index of the publisher.
  ///   - store: Stores a value in the slots, and returns the replaced value, which must be released
  ///     outside the lock.
  func side<Input>(
    _ index: Int, store: @escaping (inout Slots, Input) -> Input?
  ) -> Side<Input> {
    Side(latest: self, index: index, store: store)
  }
}
