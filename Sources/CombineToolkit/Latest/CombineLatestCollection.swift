import PortableCombine

extension Collection where Element: Publisher {
  /// A publisher of the latest values of all publishers of the collection, in its order.
  public var combineLatest: CombineLatestCollection<Self> { CombineLatestCollection(self) }
}

/// A publisher that sends the latest values of all publishers of a collection, in its order, each
/// time one of them changes, once there is one of each.
///
/// It asks them for everything, at once: a value that comes without demand is kept as the latest,
/// and what is then the latest of all goes out when it is asked for. It delivers on the thread of
/// the publisher that sent. It finishes when all have and what is owed is sent, at once if there
/// are none; it fails, and cancels the others, when any fails.
///
/// Source of the rule: "Combine Latest Collection" by Daniel Tull.
public struct CombineLatestCollection<Upstreams>: Publisher
where Upstreams: Collection, Upstreams.Element: Publisher {
  public typealias Output = [Upstreams.Element.Output]
  public typealias Failure = Upstreams.Element.Failure

  /// The publishers whose latest values are sent.
  public let upstreams: Upstreams

  /// Makes the publisher; `combineLatest` does the same.
  public init(_ upstreams: Upstreams) {
    self.upstreams = upstreams
  }

  public func receive<S>(subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    let upstreams = Array(upstreams)
    let latest = LatestSubscription(
      "CombineLatest", LatestArray<Upstreams.Element.Output>(count: upstreams.count),
      count: upstreams.count, to: Outlet(subscriber))
    subscriber.receive(subscription: latest)
    if upstreams.isEmpty { latest.finishIfDone() }
    for (index, upstream) in upstreams.enumerated() {
      upstream.subscribe(latest.side(index) { slots, value in slots.store(value, at: index) })
    }
  }
}
