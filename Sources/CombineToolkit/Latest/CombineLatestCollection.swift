import PortableCombine

extension Collection where Element: Publisher {
  /// A publisher of the latest values of all publishers in the collection, in its order.
  @inlinable
  public var combineLatest: CombineLatestCollection<Self> { CombineLatestCollection(self) }
}

/// A publisher of the latest values of all publishers in a collection, in its order, as an array.
/// It publishes when each has sent a value, and then with every value.
///
/// The demand for the upstream publishers is unlimited from the start. A value without downstream
/// demand replaces the latest value of its publisher; the latest values are then sent with the next
/// demand. Values are delivered on the thread of the publisher that sent.
///
/// It finishes when all upstream publishers have finished and the latest values are sent; at once
/// if there are none. If one fails, it fails and cancels the others.
///
/// Source of the rule: "Combine Latest Collection" by Daniel Tull.
public struct CombineLatestCollection<Upstreams>: Publisher
where Upstreams: Collection, Upstreams.Element: Publisher {
  /// The latest values, in the order of the collection.
  public typealias Output = [Upstreams.Element.Output]
  public typealias Failure = Upstreams.Element.Failure

  /// The upstream publishers.
  public let upstreams: Upstreams

  /// Creates a publisher, like `combineLatest`.
  ///
  /// - Parameter upstreams: The upstream publishers.
  @inlinable
  public init(_ upstreams: Upstreams) {
    self.upstreams = upstreams
  }

  /// Attaches a subscriber, and subscribes to all upstream publishers.
  ///
  /// - Parameter subscriber: The subscriber to attach.
  @inlinable
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

extension CombineLatestCollection: Sendable where Upstreams: Sendable {}

/// The latest values of publishers of one type, in their order. Available when each has sent one.
@usableFromInline
struct LatestArray<Element>: LatestSlots {
  // The values until each publisher has sent one; empty afterwards.
  @usableFromInline var gathered: [Element?]
  @usableFromInline var missing: Int
  @usableFromInline var values: [Element] = []

  @inlinable
  init(count: Int) {
    gathered = Array(repeating: nil, count: count)
    missing = count
  }

  @inlinable var snapshot: [Element]? { missing == 0 ? values : nil }

  /// Stores a value and returns the value that it replaces.
  @inlinable
  mutating func store(_ value: Element, at index: Int) -> Element? {
    if missing == 0 { return exchange(&values[index], with: value) }
    let replaced = exchange(&gathered[index], with: value)
    if replaced == nil { missing -= 1 }
    if missing == 0 {
      values = gathered.compactMap(\.self)
      gathered = []
    }
    return replaced
  }

  @inlinable
  mutating func removeAll() -> LatestArray {
    exchange(&self, with: LatestArray(count: 0))
  }
}
