/// A first-in, first-out queue of waiting values.
@usableFromInline
struct Backlog<Element> {
  @usableFromInline var incoming: [Element] = []
  // In reverse order: the next value is the last element.
  @usableFromInline var outgoing: [Element] = []

  @inlinable
  init() {}

  @inlinable var count: Int { incoming.count + outgoing.count }
  @inlinable var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

  @inlinable
  mutating func append(_ element: Element) { incoming.append(element) }

  /// Removes and returns the oldest value.
  @inlinable
  mutating func popFirst() -> Element? {
    if outgoing.isEmpty {
      swap(&incoming, &outgoing)
      outgoing.reverse()
    }
    let element = outgoing.popLast()
    // A burst of values leaves no memory behind.
    if outgoing.isEmpty, outgoing.capacity > 64 { outgoing = [] }
    return element
  }
}
