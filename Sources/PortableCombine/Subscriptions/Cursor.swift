/// Where one subscription stands in a sequence: one element ahead, so that the completion follows
/// the last element without being asked for.
@usableFromInline
final class Cursor<Elements: Swift.Sequence> {
  // Reached by the one thread that delivers, and never from inside `next()` of the iterator but
  // by a sequence that asks itself: no check of exclusive access is needed.
  @exclusivity(unchecked) @usableFromInline var iterator: Elements.Iterator
  @exclusivity(unchecked) @usableFromInline var next: Elements.Element?

  @inlinable
  init(_ sequence: Elements) {
    iterator = sequence.makeIterator()
    next = iterator.next()
  }

  /// The element it stands at; moves on by one. An iterator that has ended is not asked again.
  @inlinable
  func take() -> Elements.Element? {
    let element = next
    if element != nil { next = iterator.next() }
    return element
  }
}

extension Subscriber {
  /// Connects this subscriber to the elements of a sequence, which are followed by `completion`.
  @inlinable
  func receive<Elements: Swift.Sequence>(
    elementsOf sequence: Elements, of name: String,
    then completion: Subscribers.Completion<Failure> = .finished
  ) where Elements.Element == Input {
    let cursor = Cursor(sequence)
    if cursor.next == nil { return end(with: completion) }
    receive(
      subscription: PullSubscription(name, describe: { "\(sequence)" }) { subscription in
        while let element = cursor.take() {
          let more = self.receive(element)
          if cursor.next == nil {
            if subscription.end() { self.receive(completion: completion) }
            return
          }
          guard subscription.demand.settle(adding: more) else { return }
        }
      })
  }
}
