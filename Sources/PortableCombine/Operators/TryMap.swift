extension Publisher {
  /// Turns each value into another; fails with the error that `transform` throws.
  @inlinable
  public func tryMap<T>(
    _ transform: @escaping (Output) throws -> T
  ) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that turns each value of another into one of its own, and fails if it cannot.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryMap`.
  @frozen
  public struct TryMap<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = any Error

    /// The publisher whose values are turned.
    public let upstream: Upstream
    /// What a value is turned into.
    public let transform: (Upstream.Output) throws -> Output

    /// Makes the publisher; `tryMap(_:)` does the same.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
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
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
      let first = self.transform
      return Publishers.TryMap<Upstream, T>(upstream: upstream) { transform(try first($0)) }
    }

    /// Turns each value with one more transform, in the same step.
    @inlinable
    public func tryMap<T>(
      _ transform: @escaping (Output) throws -> T
    ) -> Publishers.TryMap<Upstream, T> {
      let first = self.transform
      return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(try first($0)) }
    }
  }
}

extension Publishers.TryMap {
  @frozen
  @usableFromInline
  struct Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryMap" }
    @inlinable static var awaitsSubscription: Bool { false }

    @usableFromInline let transform: (Upstream.Output) throws -> Output

    @inlinable
    init(_ transform: @escaping (Upstream.Output) throws -> Output) {
      self.transform = transform
    }

    @inlinable
    func take(_ input: Upstream.Output) throws(any Error) -> StepResult<Output> {
      .send(try transform(input))
    }
  }
}
