import PortableCombine

extension Publishers {
  /// A publisher that makes a value from the latest values of any number of publishers, whenever
  /// one of them sends a value.
  ///
  /// It follows the rules of `ReduceLatest3`. The types of the publishers are erased; the types of
  /// their values are not.
  public struct ReduceLatestMany<each Value, Output, Failure: Error>: Publisher {
    @usableFromInline let upstreams: (repeat any Publisher<each Value, Failure>)
    @usableFromInline let transform: (repeat (each Value)?) -> Output

    /// Creates a publisher.
    ///
    /// - Parameters:
    ///   - upstreams: The publishers.
    ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
    ///     one. Called once for each value sent, without a lock, on the thread that delivers it.
    @inlinable
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
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      let transform = transform
      let upstreams = upstreams
      var count = 0
      for _ in repeat each upstreams { count += 1 }
      let slots = LatestTuple<repeat each Value>()
      LatestPublisher<LatestTuple<repeat each Value>, Failure>(slots, count: count) { latest in
        var index = 0
        repeat latest.connect(each upstreams, to: each slots.cells, &index)
      }
      .map { transform(repeat each $0.values) }
      .receive(subscriber: subscriber)
    }
  }
}

extension LatestSubscription {
  /// Subscribes to the publisher with this index, and increments the index.
  @inlinable
  func connect<Value>(
    _ publisher: any Publisher<Value, Failure>, to cell: LatestCell<Value>, _ index: inout Int
  ) {
    publisher.subscribe(side(index) { _, value in cell.exchange(value) })
    index += 1
  }
}

/// The latest values of publishers of several types; nil for those that have not sent a value.
@usableFromInline
struct LatestTuple<each Value>: LatestSlots {
  @usableFromInline let cells: (repeat LatestCell<each Value>)

  @inlinable
  init() {
    cells = (repeat LatestCell<each Value>())
  }

  /// The latest values.
  @usableFromInline
  struct Snapshot {
    @usableFromInline let values: (repeat (each Value)?)

    @inlinable
    init(values: (repeat (each Value)?)) { self.values = (repeat each values) }
  }

  @inlinable var snapshot: Snapshot? { Snapshot(values: (repeat (each cells).value)) }

  @inlinable
  mutating func removeAll() -> LatestTuple {
    let all = LatestTuple()
    repeat (each cells).move(to: each all.cells)
    return all
  }
}

/// The latest value of one publisher. A class, because elements of a parameter pack cannot be assigned individually.
///
/// Accessed only under the lock of its subscription.
@usableFromInline
final class LatestCell<Value> {
  @usableFromInline private(set) var value: Value?

  @inlinable
  init() {}

  /// Stores a value and returns the value that it replaces.
  @inlinable
  func exchange(_ new: Value) -> Value? {
    let replaced = value
    value = new
    return replaced
  }

  /// Moves the value into an empty cell.
  @inlinable
  func move(to other: LatestCell) {
    other.value = value.take()
  }
}
