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
