/// A publisher that fails immediately.
///
/// It fails after the subscriber has received its subscription, unless the subscriber cancels in that call.
@frozen
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error that the publisher fails with.
  public let error: Failure

  /// Creates a publisher that fails with `error`.
  ///
  /// - Parameter error: The error with which the publisher fails.
  @inlinable
  public init(error: Failure) {
    self.error = error
  }

  /// Creates a publisher that fails with `failure`, with the given output type.
  ///
  /// - Parameters:
  ///   - outputType: The type of the values.
  ///   - failure: The error with which the publisher fails.
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

extension Fail: Sendable {}
