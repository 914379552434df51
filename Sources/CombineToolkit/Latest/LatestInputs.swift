import PortableCombine

/// The state of publishers whose latest values are sent together.
///
/// The upstream demand is unlimited. A value without downstream demand replaces the latest value,
/// and is pending: it is sent with the next demand. Only a failure ends the stream before that.
@usableFromInline
struct LatestInputs<Slots: LatestSlots>: JunctionInputs {
  @usableFromInline
  enum Upstream {
    case awaited
    case active(any Subscription)
    case finished
  }

  @usableFromInline var slots: Slots
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var isOwing = false
  @usableFromInline var upstreams: [Upstream]
  @usableFromInline var unfinished: Int

  @inlinable
  init(_ slots: Slots, count: Int) {
    self.slots = slots
    upstreams = Array(repeating: .awaited, count: count)
    unfinished = count
  }

  /// Whether no value can follow.
  @inlinable var isFinished: Bool { unfinished == 0 && !isOwing }

  /// Stores a subscription. Returns false if it must be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription, at index: Int) -> Bool {
    guard case .awaited = upstreams[index] else { return false }
    upstreams[index] = .active(subscription)
    return true
  }

  /// Adds to the demand. Returns the values to send now.
  @inlinable
  mutating func add(_ more: Subscribers.Demand) -> Slots.Snapshot? {
    demand += more
    return next()
  }

  /// Stores a value with `store`. Returns the values to send now.
  @inlinable
  mutating func receive(at index: Int, _ store: (inout Slots) -> Void) -> Slots.Snapshot? {
    if case .finished = upstreams[index] { return nil }
    store(&slots)
    isOwing = true
    return next()
  }

  @inlinable
  mutating func next() -> Slots.Snapshot? {
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

  /// Marks a publisher as finished. Returns its subscription, to be released outside the lock.
  @inlinable
  mutating func finish(at index: Int) -> (any Subscription)? {
    let upstream = upstreams[index]
    if case .finished = upstream { return nil }
    upstreams[index] = .finished
    unfinished -= 1
    if case .active(let subscription) = upstream { return subscription }
    return nil
  }

  /// Removes and returns everything, to be cancelled and released outside the lock.
  @inlinable
  mutating func removeAll() -> LatestInputs {
    var all = self
    all.slots = slots.removeAll()
    upstreams = []
    return all
  }

  /// Cancels the publishers that have not finished. Called outside the lock, on removed state.
  @inlinable
  func cancel() {
    for case .active(let subscription) in upstreams { subscription.cancel() }
  }
}
