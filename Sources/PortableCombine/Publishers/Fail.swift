/// A publisher that fails at once.
///
/// It fails when the subscriber has been told of its subscription, unless that cancels there:
/// nothing follows a cancellation.
///
/// Source of the rule: Apple's documentation of `Fail`.
@frozen
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error it fails with.
  public let error: Failure

  /// Makes a publisher that fails with `error`.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// Makes a publisher that fails with `failure`, of the types given.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) {
    error = failure
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, Failure == S.Failure, S: Subscriber {
    subscriber.end(with: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
