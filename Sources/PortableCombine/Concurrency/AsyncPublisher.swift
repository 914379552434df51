extension Publisher where Failure == Never {
  /// The publisher's values as an asynchronous sequence.
  @inlinable
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// A publisher's values as an asynchronous sequence.
///
/// Each iterator has its own subscription, and requests one value with each `next()`. Cancelling
/// the task or releasing the iterator cancels the subscription.
public struct AsyncPublisher<P>: AsyncSequence where P: Publisher, P.Failure == Never {
  /// The values of the publisher.
  public typealias Element = P.Output

  /// The iterator of the asynchronous sequence.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let lifetime: AsyncSubscriber<P.Output, Never>.Lifetime

    @inlinable
    init(_ publisher: P) {
      lifetime = .init()
      publisher.subscribe(lifetime.subscriber)
    }

    /// Returns the next value; nil after the last one or when the task is cancelled.
    @inlinable
    public mutating func next() async -> P.Output? {
      switch await lifetime.subscriber.next() {
      case .value(let value): value
      case .completion: nil
      }
    }
  }

  @usableFromInline let publisher: P

  /// Creates a sequence of the values of `publisher`.
  ///
  /// - Parameter publisher: The publisher to iterate over.
  @inlinable
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes to the publisher.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}

extension AsyncPublisher: Sendable where P: Sendable {}
