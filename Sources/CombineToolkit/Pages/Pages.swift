import PortableCombine

/// A list that comes in pages: the first page, and the function that loads any of them.
///
///     Pages(startingAt: 0) { number in service.media(page: number) }
///       .paginated(by: trigger.signal(activatedBy: "more"))
///       .scan([]) { $0 + $1 }
public struct Pages<Index, Items, Loading>
where Loading: Publisher, Loading.Output == Page<Items, Index> {
  /// Which page is the first one.
  public let first: Index
  /// What loads a page: the publisher's first value is the page.
  public let load: (Index) -> Loading

  /// Makes a list; `load` is called once for each attempt to load a page, without a lock.
  public init(startingAt first: Index, load: @escaping (Index) -> Loading) {
    self.first = first
    self.load = load
  }

  /// A publisher of the pages' items: the first page at once, then one for each value of a signal.
  ///
  /// - Parameter paginator: the signal; with nil there is the first page only.
  public func paginated(
    by paginator: Trigger.Signal?
  ) -> Publishers.Paginated<Index, Items, Loading> {
    Publishers.Paginated(pages: self, paginator: paginator)
  }
}
