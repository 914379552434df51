extension Publisher {
  /// Transforms each value, drops those for which `transform` returns nil, and fails with the error
  /// that it throws.
  ///
  /// - Parameter transform: Returns the new value, or nil to drop the value. If it throws, the
  ///   publisher fails with the error.
  @inlinable
  public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that publishes the results of a closure that are not nil, and fails with the error
  /// that the closure throws.
  ///
  /// Requests another value for each value that it drops.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryCompactMap`.
  @frozen
  public struct TryCompactMap<Upstream, Output>: Publisher where Upstream: Publisher {
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that transforms each value; nil drops the value.
    public let transform: (Upstream.Output) throws -> Output?

    /// Creates the publisher that `tryCompactMap(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - transform: Returns the new value, or nil to drop the value. If it throws, the publisher
    ///     fails with the error.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(transform), to: subscriber))
    }

    /// Applies both transforms in one publisher.
    ///
    /// - Parameter transform: Returns the new value, or nil to drop the value. If it throws, the
    ///   publisher fails with the error.
    @inlinable
    public func compactMap<T>(
      _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) {
        try first($0).flatMap(transform)
      }
    }
  }
}

extension Publishers.TryCompactMap {
  @frozen
  @usableFromInline
  struct Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryCompactMap" }

    @usableFromInline let transform: (Upstream.Output) throws -> Output?

    @inlinable
    init(_ transform: @escaping (Upstream.Output) throws -> Output?) {
      self.transform = transform
    }

    @inlinable
    func take(_ input: Upstream.Output) throws(any Error) -> StepResult<Output> {
      try transform(input).map { .send($0) } ?? .skip
    }
  }
}
