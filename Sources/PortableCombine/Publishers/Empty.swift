/// A publisher that sends no value, and finishes at once or never.
///
/// It completes a subscriber when that has been told of its subscription, unless it cancels there:
/// nothing follows a cancellation.
///
/// Source of the rule: Apple's documentation of `Empty`.
@frozen
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  /// Whether it finishes at once; otherwise it never does.
  public let completeImmediately: Bool

  /// Makes a publisher without values.
  @inlinable
  public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Makes a publisher without values, of the types given.
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
