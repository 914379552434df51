extension Publisher {
  /// Publishes the running result of combining the values.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value; not published.
  ///   - nextPartialResult: Combines the previous result and a value into the next result.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that publishes the running result of combining the upstream's values.
  @frozen
  public struct Scan<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value; not published.
    public let initialResult: Output
    /// Combines the previous result and a value into the next result.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Creates the publisher that `scan(_:_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - initialResult: The result before the first value.
    ///   - nextPartialResult: Returns the next result from the previous result and a value.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Inner(downstream: subscriber, total: initialResult, nextPartialResult: nextPartialResult))
    }
  }
}

extension Publishers.Scan {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let nextPartialResult: (Output, Upstream.Output) -> Output
    // Accessed only in calls from the upstream, which are serial or nested. `exchange` stores the
    // new value before the old one is released, whose deinitializer may send.
    @exclusivity(unchecked) @usableFromInline var total: Output

    @usableFromInline var description: String { "Scan" }

    @inlinable
    init(
      downstream: Downstream, total: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.downstream = downstream
      self.total = total
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      let next = nextPartialResult(total, input)
      return withExtendedLifetime(exchange(&total, with: next)) { downstream.receive(next) }
    }
  }
}

extension Publisher {
  /// Publishes the running result of combining the values.
  ///
  /// - Parameters:
  ///   - initialResult: The result before the first value; not published.
  ///   - nextPartialResult: Combines the previous result and a value into the next result. If it
  ///     throws, the publisher fails with this error.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that publishes the running result of combining the upstream's values, and fails
  /// with the error that its closure throws.
  @frozen
  public struct TryScan<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value; not published.
    public let initialResult: Output
    /// Combines the previous result and a value into the next result.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates the publisher that `tryScan(_:_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - initialResult: The result before the first value.
    ///   - nextPartialResult: Returns the next result from the previous result and a value. If it
    ///     throws, the publisher fails with the error.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = OperatorState(initialResult)
      upstream.subscribe(
        SteppedSubscriber("TryScan", awaitsSubscription: false, to: subscriber, convert: { $0 }) {
          [nextPartialResult] in
          let next = try nextPartialResult(total.value, $0)
          total.value = next
          return .send(next)
        })
    }
  }
}
