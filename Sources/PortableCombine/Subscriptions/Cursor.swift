/// The position of one subscription in a sequence. It is one element ahead, so that the completion
/// follows the last element without a further request.
@usableFromInline
final class Cursor<Elements: Swift.Sequence> {
  // Accessed only by the thread that delivers. A nested call inside the iterator's `next()` would
  // require a sequence that requests values from itself. Exclusive access is therefore not checked.
  @exclusivity(unchecked) @usableFromInline var iterator: Elements.Iterator
  @exclusivity(unchecked) @usableFromInline var next: Elements.Element?

  @inlinable
  init(_ sequence: Elements) {
    iterator = sequence.makeIterator()
    next = iterator.next()
  }

  /// Returns the current element, and advances. An iterator that has ended is not called again.
  @inlinable
  func advance() -> Elements.Element? {
    let element = next
    if element != nil { next = iterator.next() }
    return element
  }
}

extension Subscriber {
  /// Subscribes to the elements of a sequence, followed by `completion`.
  @inlinable
  func receive<Elements: Swift.Sequence>(
    elementsOf sequence: Elements, of name: String,
    then completion: Subscribers.Completion<Failure> = .finished
  ) where Elements.Element == Input {
    let cursor = Cursor(sequence)
    if cursor.next == nil { return end(with: completion) }
    receive(
      subscription: PullSubscription(name, describe: { "\(sequence)" }) { subscription in
        while let element = cursor.advance() {
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
