extension Publisher where Failure == Never {
  /// The values as an asynchronous sequence.
  @inlinable
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// A publisher's values as an asynchronous sequence.
///
/// Each iterator subscribes anew, and asks for one value with each `next()`. The end of the task,
/// or of the iterator, cancels that subscription.
///
/// Source of the rule: Apple's documentation of `AsyncPublisher`.
public struct AsyncPublisher<P>: AsyncSequence where P: Publisher, P.Failure == Never {
  public typealias Element = P.Output

  /// What an asynchronous loop reads the values from.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let lifetime: AsyncSubscriber<P.Output, Never>.Lifetime

    @inlinable
    init(_ publisher: P) {
      lifetime = .init()
      publisher.subscribe(lifetime.subscriber)
    }

    /// The next value; nil after the last, and once the task is cancelled.
    @inlinable
    public mutating func next() async -> P.Output? {
      switch await lifetime.subscriber.next() {
      case .value(let value): value
      case .completion: nil
      }
    }
  }

  @usableFromInline let publisher: P

  /// Makes a sequence of the values of `publisher`.
  @inlinable
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes to the publisher.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}
