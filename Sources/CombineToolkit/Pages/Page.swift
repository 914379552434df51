/// One page of a list: its items, and where the next page is.
public struct Page<Items, Index> {
  /// What is on the page.
  public let items: Items
  /// Which page comes next: a number, a URL, a cursor; nil if this is the last one.
  public let next: Index?

  /// Makes a page.
  public init(items: Items, next: Index?) {
    self.items = items
    self.next = next
  }
}

extension Page: Sendable where Items: Sendable, Index: Sendable {}
extension Page: Equatable where Items: Equatable, Index: Equatable {}
