import PortableCombine

/// A publisher of the latest values of others, as a snapshot of the slots in which they are stored.
@usableFromInline
struct LatestPublisher<Slots: LatestSlots, Failure: Error>: Publisher {
  @usableFromInline typealias Output = Slots.Snapshot

  @usableFromInline let slots: Slots
  @usableFromInline let count: Int
  @usableFromInline let connect: (LatestSubscription<Slots, Failure>) -> Void

  @inlinable
  init(
    _ slots: Slots, count: Int,
    connect: @escaping (LatestSubscription<Slots, Failure>) -> Void
  ) {
    self.slots = slots
    self.count = count
    self.connect = connect
  }

  @inlinable
  func receive<S>(subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    let latest = LatestSubscription("ReduceLatest", slots, count: count, to: Outlet(subscriber))
    subscriber.receive(subscription: latest)
    if count == 0 { latest.finishIfDone() }
    connect(latest)
  }
}
