/// The first 1,000 of any number of things, and how many there were in all.
public struct CappedList<Element: Sendable>: Sendable {
  /// How many are kept.
  public static var capacity: Int { 1_000 }

  /// The first ones, in the order in which they came.
  public private(set) var elements: [Element] = []
  /// How many came, kept or not.
  public private(set) var total = 0

  public init() {}

  public var isEmpty: Bool { total == 0 }

  public mutating func append(_ element: Element) {
    total += 1
    if elements.count < CappedList.capacity { elements.append(element) }
  }
}

extension CappedList: Equatable where Element: Equatable {}
extension CappedList: Hashable where Element: Hashable {}
