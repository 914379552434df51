/// A publisher that hides the type of another publisher.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
  // A closure instead of a box class with an overridden method: it is formed where the publisher's
  // type is known, so the code that it calls is specialised.
  @usableFromInline let attach: (AnySubscriber<Output, Failure>) -> Void

  /// Creates a publisher that hides the type of `publisher`.
  ///
  /// - Parameter publisher: The publisher to wrap.
  @inlinable
  public init<P>(_ publisher: P) where P: Publisher, Output == P.Output, Failure == P.Failure {
    if let erased = publisher as? AnyPublisher<Output, Failure> {
      self = erased
    } else {
      attach = { publisher.receive(subscriber: $0) }
    }
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    attach(AnySubscriber(subscriber))
  }

  public var description: String { "AnyPublisher" }
}

extension Publisher {
  /// Hides the type of this publisher.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

extension AnyPublisher: CustomPlaygroundDisplayConvertible {
  public var playgroundDescription: Any { description }
}

/// A publisher can be subscribed to from any thread if its values can be used there.
///
/// Unchecked because the hidden publisher need not be Sendable: closures of its operators run on the threads
/// that subscribe and send, as in Combine. Closures that change variables without a lock are not safe there.
extension AnyPublisher: @unchecked Sendable where Output: Sendable {}
