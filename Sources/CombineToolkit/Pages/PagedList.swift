import PortableCombine

/// A list in pages: the index of the first page, and a function that loads a page.
///
///     PagedList(startingAt: 0) { number in service.media(page: number) }
///       .paginated(by: trigger.signal(activatedBy: "more"))
///       .scan([]) { $0 + $1 }
public struct PagedList<Index, Items, Loading>
where Loading: Publisher, Loading.Output == ListPage<Items, Index> {
  /// The index of the first page.
  public let first: Index
  /// Returns a publisher that loads a page. Its first value is the page.
  public let load: (Index) -> Loading

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - first: The index of the first page.
  ///   - load: Returns a publisher whose first value is the page. Called once for each attempt to
  ///     load a page, without a lock.
  public init(startingAt first: Index, load: @escaping (Index) -> Loading) {
    self.first = first
    self.load = load
  }

  /// Returns a publisher of the pages' items: the first page at once, then one page for each value of a signal.
  ///
  /// - Parameter paginator: The signal; nil for the first page only.
  /// - Returns: A `Paginated` publisher of this list.
  public func paginated(
    by paginator: SignalTrigger.Signal?
  ) -> Publishers.Paginated<Index, Items, Loading> {
    Publishers.Paginated(pages: self, paginator: paginator)
  }
}
