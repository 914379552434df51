extension Publishers {
  /// A publisher that sends the elements of a sequence to each subscriber, and finishes with the
  /// last.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Sequence`.
  @frozen
  public struct Sequence<Elements, Failure>: Publisher
  where Elements: Swift.Sequence, Failure: Error {
    public typealias Output = Elements.Element

    /// The sequence it sends.
    public let sequence: Elements

    /// Makes a publisher of a sequence.
    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where Failure == S.Failure, S: Subscriber, Elements.Element == S.Input {
      let cursor = Cursor(sequence)
      if cursor.next == nil {
        subscriber.end(with: .finished)
        return
      }
      let sequence = sequence
      subscriber.receive(
        subscription: PullSubscription("Sequence", describe: { "\(sequence)" }) { subscription in
          while let element = cursor.take() {
            let more = subscriber.receive(element)
            if cursor.next == nil {
              if subscription.end() { subscriber.receive(completion: .finished) }
              return
            }
            guard subscription.demand.settle(adding: more) else { return }
          }
        })
    }
  }
}

extension Publishers.Sequence {
  /// Where one subscription stands in the sequence: one element ahead, so that the completion
  /// follows the last element without being asked for.
  @usableFromInline
  final class Cursor {
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
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Swift.Sequence {
  /// A publisher that sends the elements of this sequence.
  @inlinable
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}
