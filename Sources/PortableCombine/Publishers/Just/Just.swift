/// A publisher that publishes one value to each subscriber, and finishes.
@frozen
public struct Just<Output>: Publisher {
  public typealias Failure = Never

  /// The value to publish.
  public let output: Output

  /// Creates a publisher of one value.
  ///
  /// - Parameter output: The value to publish.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, S: Subscriber, S.Failure == Never {
    subscriber.receive(only: output, of: "Just")
  }
}

extension Just: Equatable where Output: Equatable {}

extension Just: Sendable where Output: Sendable {}
