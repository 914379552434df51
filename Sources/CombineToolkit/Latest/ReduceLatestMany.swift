import PortableCombine

extension Publishers {
  /// A publisher that makes a value from the latest values of any number of publishers, whenever
  /// one of them sends a value.
  ///
  /// It follows the rules of `ReduceLatest3`. The types of the publishers are erased; the types of
  /// their values are not.
  public struct ReduceLatestMany<each Value, Output, Failure: Error>: Publisher {
    private let upstreams: (repeat any Publisher<each Value, Failure>)
    private let transform: (repeat (each Value)?) -> Output

    /// Creates a publisher.
    ///
    /// - Parameters:
    ///   - upstreams: The publishers.
    ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
    ///     one. Called once for each value sent, without a lock, on the thread that delivers it.
    public init(
      _ upstreams: repeat any Publisher<each Value, Failure>,
      transform: @escaping (repeat (each Value)?) -> Output
    ) {
      self.upstreams = (repeat each upstreams)
      self.transform = transform
    }

    /// Attaches a subscriber, and subscribes to the upstream publishers.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      let transform = transform
      LatestTuples<repeat each Value, Failure>(upstreams: (repeat each upstreams))
        .map { transform(repeat each $0.values) }
        .receive(subscriber: subscriber)
    }
  }
}

/// A publisher of the latest values of others; nil for a publisher that has not sent one.
private struct LatestTuples<each Value, Failure: Error>: Publisher {
  typealias Output = LatestTuple<repeat each Value>.Snapshot

  let upstreams: (repeat any Publisher<each Value, Failure>)

  func receive<S>(subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    var count = 0
    for _ in repeat each upstreams { count += 1 }
    let slots = LatestTuple<repeat each Value>()
    let latest = LatestSubscription(
      "ReduceLatest", slots, count: count, to: Outlet(subscriber))
    subscriber.receive(subscription: latest)
    if count == 0 { latest.finishIfDone() }
    var index = 0
    repeat latest.connect(each upstreams, to: each slots.cells, &index)
  }
}

extension LatestSubscription {
  /// Subscribes to the publisher with this index, and increments the index.
  fileprivate func connect<Value>(
    _ publisher: any Publisher<Value, Failure>, to cell: LatestCell<Value>, _ index: inout Int
  ) {
    publisher.subscribe(side(index) { _, value in cell.exchange(value) })
    index += 1
  }
}
