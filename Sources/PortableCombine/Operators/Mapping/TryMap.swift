extension Publisher {
  /// Transforms each value, and fails with the error that `transform` throws.
  ///
  /// - Parameter transform: Returns the new value. If it throws, the publisher fails with the
  ///   error.
  @inlinable
  public func tryMap<T>(
    _ transform: @escaping (Output) throws -> T
  ) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each upstream value with a closure, and fails with the error that
  /// the closure throws.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryMap`.
  @frozen
  public struct TryMap<Upstream, Output>: Publisher where Upstream: Publisher {
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that transforms each value.
    public let transform: (Upstream.Output) throws -> Output

    /// Creates the publisher that `tryMap(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - transform: Returns the new value. If it throws, the publisher fails with the error.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
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
    /// - Parameter transform: Returns the new value. If it throws, the publisher fails with the
    ///   error.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
      let first = self.transform
      return Publishers.TryMap<Upstream, T>(upstream: upstream) { transform(try first($0)) }
    }

    /// Applies both transforms in one publisher.
    ///
    /// - Parameter transform: Returns the new value. If it throws, the publisher fails with the
    ///   error.
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
