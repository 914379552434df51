extension Publisher {
  /// Passes on the values that `isIncluded` accepts; fails with the error that it throws.
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that passes on some of another's values, and fails if it cannot decide.
  ///
  /// A value left out is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryFilter`.
  @frozen
  public struct TryFilter<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// Which values are passed on.
    public let isIncluded: (Upstream.Output) throws -> Bool

    /// Makes the publisher; `tryFilter(_:)` does the same.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(isIncluded), to: subscriber))
    }

    /// Passes on the values that both accept, in the same step.
    @inlinable
    public func filter(
      _ isIncluded: @escaping (Output) -> Bool
    ) -> Publishers.TryFilter<Upstream> {
      let first = self.isIncluded
      return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }

    /// Passes on the values that both accept, in the same step.
    @inlinable
    public func tryFilter(
      _ isIncluded: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
      let first = self.isIncluded
      return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
  }
}

extension Publishers.TryFilter {
  @frozen
  @usableFromInline
  struct Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryFilter" }

    @usableFromInline let isIncluded: (Upstream.Output) throws -> Bool

    @inlinable
    init(_ isIncluded: @escaping (Upstream.Output) throws -> Bool) {
      self.isIncluded = isIncluded
    }

    @inlinable
    func take(_ input: Upstream.Output) throws(any Error) -> StepResult<Upstream.Output> {
      try isIncluded(input) ? .send(input) : .skip
    }
  }
}
