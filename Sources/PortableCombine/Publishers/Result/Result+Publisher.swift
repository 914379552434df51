extension Result {
  /// A publisher that publishes a success to each subscriber and finishes, or fails.
  @frozen
  public struct Publisher: PortableCombine.Publisher {
    public typealias Output = Success

    /// The result to publish.
    public let result: Result<Output, Failure>

    /// Creates a publisher of a result.
    ///
    /// - Parameter result: The result to publish.
    @inlinable
    public init(_ result: Result<Output, Failure>) {
      self.result = result
    }

    /// Creates a publisher of a success.
    ///
    /// - Parameter output: The value to publish.
    @inlinable
    public init(_ output: Output) {
      self.init(.success(output))
    }

    /// Creates a publisher of a failure.
    ///
    /// - Parameter failure: The error with which the publisher fails.
    @inlinable
    public init(_ failure: Failure) {
      self.init(.failure(failure))
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where Success == S.Input, Failure == S.Failure, S: Subscriber {
      switch result {
      case .success(let output): subscriber.receive(only: output, of: "Once")
      case .failure(let error): subscriber.end(with: .failure(error))
      }
    }
  }

  /// A publisher of this result.
  @inlinable
  public var publisher: Result<Success, Failure>.Publisher { Publisher(self) }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}

extension Result.Publisher: Sendable where Success: Sendable {}
