import PortableCombine

extension Publishers {
  /// A publisher of the items of a list, page by page: the first page at once, then one page for
  /// each value of a signal.
  ///
  /// A signal is ignored while a page is loading. A page is requested when there is demand. If the first page fails,
  /// the publisher fails. If a later page fails, the next signal tries it again. The publisher finishes after the last
  /// page, after a page without a value, or when the signal has finished and no page is loading.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  public struct Paginated<Index, Items, Loading>: Publisher
  where Loading: Publisher, Loading.Output == ListPage<Items, Index> {
    /// The items of a page.
    public typealias Output = Items
    /// The failure of loading the first page.
    public typealias Failure = Loading.Failure

    /// The list.
    public let pages: PagedList<Index, Items, Loading>
    /// The signal; nil for the first page only.
    public let paginator: SignalTrigger.Signal?

    /// Creates a publisher, like `PagedList.paginated(by:)`.
    ///
    /// - Parameters:
    ///   - pages: The list.
    ///   - paginator: The signal; nil for the first page only.
    public init(pages: PagedList<Index, Items, Loading>, paginator: SignalTrigger.Signal?) {
      self.pages = pages
      self.paginator = paginator
    }

    /// Attaches a subscriber, and loads the first page.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      let pagination = Pagination(pages, isSignalled: paginator != nil, to: Outlet(subscriber))
      subscriber.receive(subscription: pagination)
      // Before the first page, so that a signal sent during its delivery is received.
      paginator?.subscribe(Pagination.SignalSubscriber(pagination: pagination))
      pagination.start()
    }
  }
}
