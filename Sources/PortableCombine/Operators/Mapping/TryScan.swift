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
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryScan`.
  @frozen
  public struct TryScan<Upstream, Output>: Publisher where Upstream: Publisher {
    /// The error with which this publisher can fail.
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

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        SteppedSubscriber(Step(initialResult, nextPartialResult), to: subscriber))
    }
  }
}

extension Publishers.TryScan {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryScan" }
    @inlinable static var awaitsSubscription: Bool { false }

    // Accessed only in calls from the upstream, which are serial.
    @exclusivity(unchecked) @usableFromInline var total: Output
    @usableFromInline let add: (Output, Upstream.Output) throws -> Output

    @inlinable
    init(_ total: Output, _ add: @escaping (Output, Upstream.Output) throws -> Output) {
      self.total = total
      self.add = add
    }

    @inlinable
    func take(_ input: Upstream.Output) throws(any Error) -> StepResult<Output> {
      let next = try add(total, input)
      total = next
      return .send(next)
    }
  }
}
