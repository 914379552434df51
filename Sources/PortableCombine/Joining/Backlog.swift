/// Values that wait, first in, first out.
@usableFromInline
struct Backlog<Element> {
  @usableFromInline var incoming: [Element] = []
  // Reversed: the next one is the last.
  @usableFromInline var outgoing: [Element] = []

  @inlinable
  init() {}

  @inlinable var count: Int { incoming.count + outgoing.count }
  @inlinable var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

  @inlinable
  mutating func append(_ element: Element) { incoming.append(element) }

  /// Takes out the oldest.
  @inlinable
  mutating func popFirst() -> Element? {
    if outgoing.isEmpty {
      swap(&incoming, &outgoing)
      outgoing.reverse()
    }
    return outgoing.popLast()
  }
}
