extension Publisher {
  /// Turns each value into another and leaves out those that become nil; fails with the error that
  /// `transform` throws.
  @inlinable
  public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that turns some of another's values into its own, and fails if it cannot.
  ///
  /// A value left out is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryCompactMap`.
  @frozen
  public struct TryCompactMap<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = any Error

    /// The publisher whose values are turned.
    public let upstream: Upstream
    /// What a value is turned into; nil leaves it out.
    public let transform: (Upstream.Output) throws -> Output?

    /// Makes the publisher; `tryCompactMap(_:)` does the same.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(transform), to: subscriber))
    }

    /// Turns each value with one more transform, in the same step.
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
