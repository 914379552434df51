/// The values of several publishers from which tuples are made: one slot for each publisher.
@usableFromInline
protocol TupleSlots {
  /// A tuple with one value of each publisher.
  associatedtype Tuple

  init()

  /// Whether values wait for demand, instead of being replaced by the next value.
  static var keepsValues: Bool { get }

  /// Returns the next tuple; nil if a publisher's value is missing.
  mutating func makeTuple() -> Tuple?

  /// Returns whether no tuple can follow after the publishers whose bits are set have finished.
  func isSpent(finished: UInt8) -> Bool
}

/// The pure state machine of publishers whose values are combined in tuples.
@usableFromInline
struct TupleInputs<Slots: TupleSlots>: JunctionInputs {
  @usableFromInline var slots = Slots()
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var upstreams: [SubscriptionSlot]
  /// The number of requests that are being sent to the publishers inside a delivery.
  @usableFromInline var nestedRequestCount = 0
  // One bit for each publisher that has finished.
  @usableFromInline var finished: UInt8 = 0

  @inlinable
  init(count: Int) {
    upstreams = []
    upstreams.reserveCapacity(count)
    for _ in 0..<count { upstreams.append(SubscriptionSlot()) }
  }

  /// Whether no tuple can follow.
  @inlinable var isSpent: Bool { finished != 0 && slots.isSpent(finished: finished) }

  /// Stores a subscription, and returns the demand to request; nil if it must be cancelled.
  @inlinable
  mutating func add(_ subscription: any Subscription, at index: Int) -> Subscribers.Demand? {
    guard finished & 1 << index == 0, upstreams[index].fill(with: subscription) else { return nil }
    // Nothing has been sent yet, so this is the total demand.
    return demand
  }

  /// Returns the tuple to send after a value: inside a delivery only if values wait for each other, or by request.
  @inlinable
  mutating func next(isNested: Bool) -> Slots.Tuple? {
    if isNested, !Slots.keepsValues, nestedRequestCount == 0 { return nil }
    return next()
  }

  @inlinable
  mutating func next() -> Slots.Tuple? {
    guard demand > .none, let tuple = slots.makeTuple() else { return nil }
    demand -= 1
    return tuple
  }

  /// Returns the tuple to send after a request, if any.
  @inlinable
  mutating func nextKept() -> Slots.Tuple? { Slots.keepsValues ? next() : nil }

  /// Removes a publisher that has finished. Returns its subscription, to release after unlocking.
  @inlinable
  mutating func finish(at index: Int) -> SubscriptionSlot {
    finished |= 1 << index
    return upstreams[index].take()
  }

  @inlinable
  mutating func removeAll() -> TupleInputs {
    exchange(&self, with: TupleInputs(count: 0))
  }

  @inlinable
  func cancel() {
    for upstream in upstreams { upstream.subscription.cancel() }
  }
}
