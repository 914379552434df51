/// One page of a list: its items, and the index of the next page.
public struct ListPage<Items, Index> {
  /// The items on the page.
  public let items: Items
  /// The index of the next page: a number, a URL or a cursor; nil on the last page.
  public let next: Index?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - items: The items on the page.
  ///   - next: The index of the next page: a number, a URL or a cursor; nil on the last page.
  public init(items: Items, next: Index?) {
    self.items = items
    self.next = next
  }
}

extension ListPage: Sendable where Items: Sendable, Index: Sendable {}
extension ListPage: Equatable where Items: Equatable, Index: Equatable {}
