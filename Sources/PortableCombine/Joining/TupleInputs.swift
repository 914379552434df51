/// Where the values of several publishers come together to tuples: one slot for each publisher.
@usableFromInline
protocol TupleSlots {
  /// What is made of one value of each.
  associatedtype Tuple

  /// An empty one.
  init()

  /// Whether values wait for the demand, rather than be replaced by the next.
  static var keepsValues: Bool { get }

  /// The next tuple; nil if a publisher's value is missing.
  mutating func makeTuple() -> Tuple?

  /// Whether no tuple can follow any more, when the publishers have finished whose bits are set.
  func isSpent(finished: UInt8) -> Bool
}

/// What is known of publishers whose values become tuples: pure state.
@usableFromInline
struct TupleInputs<Slots: TupleSlots>: JoinedInputs {
  @usableFromInline var slots = Slots()
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var upstreams: [SubscriptionSlot]
  // A bit for each publisher that has finished.
  @usableFromInline var finished: UInt8 = 0

  @inlinable
  init(count: Int) {
    upstreams = []
    upstreams.reserveCapacity(count)
    for _ in 0..<count { upstreams.append(SubscriptionSlot()) }
  }

  /// Whether no tuple can follow any more.
  @inlinable var isSpent: Bool { finished != 0 && slots.isSpent(finished: finished) }

  /// Takes in a subscription; what to ask it for, or nil if it is to be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription, at index: Int) -> Subscribers.Demand? {
    guard finished & 1 << index == 0, upstreams[index].fill(with: subscription) else { return nil }
    // Nothing was sent yet: so this is all that was asked for.
    return demand
  }

  /// The tuple to send now that a value came.
  @inlinable
  mutating func next() -> Slots.Tuple? {
    guard demand > .none, let tuple = slots.makeTuple() else { return nil }
    demand -= 1
    return tuple
  }

  /// The tuple to send now that one was asked for.
  @inlinable
  mutating func nextKept() -> Slots.Tuple? { Slots.keepsValues ? next() : nil }

  /// Lets go of a publisher that has finished; its subscription, to be released after the lock.
  @inlinable
  mutating func finish(at index: Int) -> SubscriptionSlot {
    finished |= 1 << index
    return upstreams[index].take()
  }

  /// Takes everything out, to be cancelled and released after the lock.
  @inlinable
  mutating func removeAll() -> TupleInputs {
    var all = TupleInputs(count: 0)
    swap(&all, &self)
    return all
  }

  @inlinable
  func cancel() {
    for upstream in upstreams { upstream.subscription.cancel() }
  }
}
