extension Publisher {
  /// The publisher's values as an asynchronous sequence, which throws the failure.
  @inlinable
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// A publisher's values as an asynchronous sequence, which throws the publisher's failure.
///
/// Each iterator has its own subscription, and requests one value with each `next()`. Cancelling
/// the task or releasing the iterator cancels the subscription.
public struct AsyncThrowingPublisher<P>: AsyncSequence where P: Publisher {
  /// The values of the publisher.
  public typealias Element = P.Output

  /// The iterator of the asynchronous sequence.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let lifetime: AsyncSubscriber<P.Output, P.Failure>.Lifetime

    @inlinable
    init(_ publisher: P) {
      lifetime = .init()
      publisher.subscribe(lifetime.subscriber)
    }

    /// Returns the next value; nil after the last one or when the task is cancelled.
    ///
    /// - Throws: The publisher's failure, once.
    @inlinable
    public mutating func next() async throws -> P.Output? {
      switch await lifetime.subscriber.next() {
      case .value(let value): return value
      case .completion(.finished): return nil
      case .completion(.failure(let error)): throw error
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

extension AsyncThrowingPublisher: Sendable where P: Sendable {}
