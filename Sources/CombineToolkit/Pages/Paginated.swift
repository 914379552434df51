import PortableCombine

extension Publishers {
  /// A publisher of the items of a list's pages, page by page: the first at once, then one for each
  /// value of a signal.
  ///
  /// A signal that comes while a page is on its way is not heard. A page is asked for when there is
  /// demand. A first page that fails is the end; a later one that fails leaves the list asleep, and
  /// the next signal tries it again. It finishes after the last page, and when no signal can come
  /// any more.
  ///
  /// Source of the rule: "Declarative Reactive Programming with Combine" by Samuel Défago.
  public struct Paginated<Index, Items, Loading>: Publisher
  where Loading: Publisher, Loading.Output == Page<Items, Index> {
    public typealias Output = Items
    public typealias Failure = Loading.Failure

    /// The list.
    public let pages: Pages<Index, Items, Loading>
    /// The signal; with nil there is the first page only.
    public let paginator: Trigger.Signal?

    /// Makes the publisher; `Pages.paginated(by:)` does the same.
    public init(pages: Pages<Index, Items, Loading>, paginator: Trigger.Signal?) {
      self.pages = pages
      self.paginator = paginator
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      let pagination = Pagination(pages, isSignalled: paginator != nil, to: Outlet(subscriber))
      subscriber.receive(subscription: pagination)
      // Before the first page, so that a signal sent while that is received is heard.
      paginator?.subscribe(Pagination.SignalSubscriber(pagination: pagination))
      pagination.start()
    }
  }
}
