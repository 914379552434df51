/// An element of a list that stores its own index there.
@usableFromInline
protocol ListedElement {
  /// The index in the list; negative outside a list. It is accessed only together with the list.
  var index: Int { get nonmutating set }

  /// Whether the element was removed. A vacant element holds nothing that belongs to a client.
  var isVacant: Bool { get }

  /// The element that replaces this one when it is removed.
  var vacated: Self { get }
}

/// A list in the order of arrival. The mean cost of a removal does not depend on the length of the list.
///
/// A removed element leaves a vacant one behind. When more than half of the list is vacant, the rest moves together.
@frozen
@usableFromInline
struct ShrinkingList<Element: ListedElement> {
  /// The elements, including vacant ones.
  @usableFromInline var elements: ContiguousArray<Element> = []
  @usableFromInline var vacancies = 0

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ element: Element) {
    element.index = elements.count
    elements.append(element)
  }

  /// Returns the element with this index; nil if the index is not in the list.
  @inlinable
  subscript(index: Int) -> Element? {
    elements.indices.contains(index) ? elements[index] : nil
  }

  /// Removes the element with this index; nil if the index is not in the list.
  @inlinable
  mutating func remove(at index: Int) -> Element? {
    guard elements.indices.contains(index) else { return nil }
    // The newest subscriber is often the first to cancel.
    let removed = index == elements.count - 1 ? elements.removeLast() : vacate(index)
    removed.index = -1
    if vacancies > elements.count / 2 { moveTogether() }
    return removed
  }

  /// Removes and returns all elements.
  @inlinable
  mutating func removeAll() -> ContiguousArray<Element> {
    vacancies = 0
    return exchange(&elements, with: [])
  }

  // These are not inlined, so that the common path stays small.

  @inlinable
  @inline(never)
  mutating func vacate(_ index: Int) -> Element {
    let removed = elements[index]
    elements[index] = removed.vacated
    vacancies += 1
    return removed
  }

  @inlinable
  @inline(never)
  mutating func moveTogether() {
    for element in removeAll() where !element.isVacant { append(element) }
  }
}
