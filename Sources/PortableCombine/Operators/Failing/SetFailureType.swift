extension Publisher where Failure == Never {
  /// Changes the failure type of a publisher that cannot fail, to combine it with others that can.
  ///
  /// - Parameter failureType: The type of the error of the new publisher.
  @inlinable
  public func setFailureType<E>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E>
  where E: Error {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers {
  /// A publisher that cannot fail but has the failure type of one that can.
  @frozen
  public struct SetFailureType<Upstream, Failure>: Publisher
  where Upstream: Publisher, Failure: Error, Upstream.Failure == Never {
    public typealias Output = Upstream.Output

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `setFailureType(to:)` returns.
    ///
    /// - Parameter upstream: The upstream publisher.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      // The closure has no body, because it cannot be called.
      upstream.subscribe(
        FailureSubscriber("SetFailureType", to: subscriber) { (_: Never) -> Failure in })
    }

    /// Replaces the failure type.
    ///
    /// - Parameter failure: The type of the error of the new publisher.
    @inlinable
    public func setFailureType<E>(
      to failure: E.Type
    ) -> Publishers.SetFailureType<Upstream, E> where E: Error {
      Publishers.SetFailureType<Upstream, E>(upstream: upstream)
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}
