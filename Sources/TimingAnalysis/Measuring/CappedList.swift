/// The first 1,000 elements of a longer list, and the number of all.
public struct CappedList<Element: Sendable>: Sendable {
  /// The maximum number of stored elements.
  public static var capacity: Int { 1_000 }

  /// The first elements, in the order in which they were added.
  public private(set) var elements: [Element] = []
  /// The number of elements that were added, stored or not.
  public private(set) var total = 0

  /// Creates an empty list.
  public init() {}

  /// Whether no element was added.
  public var isEmpty: Bool { total == 0 }

  /// Counts an element, and stores it unless the list is full.
  ///
  /// - Parameter element: The element.
  public mutating func append(_ element: Element) {
    total += 1
    if elements.count < CappedList.capacity { elements.append(element) }
  }
}

extension CappedList: Equatable where Element: Equatable {}
extension CappedList: Hashable where Element: Hashable {}
