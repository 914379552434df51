extension Publisher {
  /// Sends the running total of the values; fails with the error that `nextPartialResult` throws.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that sends the running total of another's values, and fails if it has none.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryScan`.
  @frozen
  public struct TryScan<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = any Error

    /// The publisher whose values are added.
    public let upstream: Upstream
    /// The total before the first value, which is not sent.
    public let initialResult: Output
    /// The total with one more value.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Makes the publisher; `tryScan(_:_:)` does the same.
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

    // Reached by what the upstream sends alone, which is serial.
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
