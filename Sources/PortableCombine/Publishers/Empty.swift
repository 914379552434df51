/// A publisher that publishes no value, and finishes immediately or never.
///
/// It finishes after the subscriber has received its subscription, unless the subscriber cancels in that call.
@frozen
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  /// Whether the publisher finishes immediately; otherwise it never finishes.
  public let completeImmediately: Bool

  /// Creates a publisher without values.
  ///
  /// - Parameter completeImmediately: Whether it finishes immediately; otherwise it never finishes.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Creates a publisher without values, with the given output and failure types.
  ///
  /// - Parameters:
  ///   - completeImmediately: Whether the publisher finishes at once. Otherwise it never completes.
  ///   - outputType: The type of the values.
  ///   - failureType: The type of the error.
  @inlinable
  public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.completeImmediately = completeImmediately
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, Failure == S.Failure, S: Subscriber {
    if completeImmediately {
      subscriber.end(with: .finished)
    } else {
      subscriber.receive(subscription: Subscriptions.empty)
    }
  }
}

extension Empty: Sendable {}
