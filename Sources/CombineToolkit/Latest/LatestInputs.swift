import PortableCombine

/// What is known of publishers whose latest values are sent together: pure state.
///
/// The publishers are asked for everything. What comes without demand replaces the latest, and is
/// owed: it goes out when it is asked for, and nothing ends before it did, except by a failure.
struct LatestInputs<Slots: LatestSlots> {
  private enum Upstream {
    case awaited
    case active(any Subscription)
    case finished
  }

  private var slots: Slots
  private var demand = Subscribers.Demand.none
  private var isOwing = false
  private var upstreams: [Upstream]
  private var unfinished: Int

  init(_ slots: Slots, count: Int) {
    self.slots = slots
    upstreams = Array(repeating: .awaited, count: count)
    unfinished = count
  }

  /// Whether nothing can follow any more.
  var isFinished: Bool { unfinished == 0 && !isOwing }

  /// Takes in a subscription; false if it is to be cancelled.
  mutating func add(_ subscription: any Subscription, at index: Int) -> Bool {
    guard case .awaited = upstreams[index] else { return false }
    upstreams[index] = .active(subscription)
    return true
  }

  /// Adds to the demand; what is to be sent now.
  mutating func add(_ more: Subscribers.Demand) -> Slots.Snapshot? {
    demand += more
    return next()
  }

  /// Takes in a value, by `store`; what is to be sent now.
  mutating func receive(at index: Int, _ store: (inout Slots) -> Void) -> Slots.Snapshot? {
    if case .finished = upstreams[index] { return nil }
    store(&slots)
    isOwing = true
    return next()
  }

  private mutating func next() -> Slots.Snapshot? {
    guard isOwing else { return nil }
    guard let snapshot = slots.snapshot else {
      isOwing = false
      return nil
    }
    guard demand > .none else { return nil }
    demand -= 1
    isOwing = false
    return snapshot
  }

  /// Notes that a publisher has finished; its subscription, to be released after the lock.
  mutating func finish(at index: Int) -> (any Subscription)? {
    let upstream = upstreams[index]
    if case .finished = upstream { return nil }
    upstreams[index] = .finished
    unfinished -= 1
    if case .active(let subscription) = upstream { return subscription }
    return nil
  }

  /// Takes everything out, to be cancelled and released after the lock.
  mutating func removeAll() -> LatestInputs {
    var all = self
    all.slots = slots.removeAll()
    upstreams = []
    return all
  }

  /// Cancels the publishers that have not finished, once all was taken out.
  func cancel() {
    for case .active(let subscription) in upstreams { subscription.cancel() }
  }
}
