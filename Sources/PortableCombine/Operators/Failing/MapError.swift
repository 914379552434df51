extension Publisher {
  /// Transforms the failure.
  ///
  /// - Parameter transform: Returns the new error.
  @inlinable
  public func mapError<E>(
    _ transform: @escaping (Failure) -> E
  ) -> Publishers.MapError<Self, E> where E: Error {
    Publishers.MapError(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms the upstream's failure with a closure.
  @frozen
  public struct MapError<Upstream, Failure>: Publisher where Upstream: Publisher, Failure: Error {
    public typealias Output = Upstream.Output

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that transforms the failure.
    public let transform: (Upstream.Failure) -> Failure

    /// Creates the publisher that `mapError(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - transform: Returns the new error.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(FailureSubscriber("MapError", to: subscriber, convert: transform))
    }

    /// Creates the publisher that `mapError(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - map: Returns the new error.
    @inlinable
    public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
      self.init(upstream: upstream, transform: map)
    }
  }
}
