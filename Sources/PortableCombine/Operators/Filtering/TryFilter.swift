extension Publisher {
  /// Publishes the values for which `isIncluded` returns true, and fails with the error that it
  /// throws.
  ///
  /// - Parameter isIncluded: Returns whether to publish a value. If it throws, the publisher fails
  ///   with the error.
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream values for which a closure returns true, and fails
  /// with the error that the closure throws.
  ///
  /// Requests another value for each value that it drops.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryFilter`.
  @frozen
  public struct TryFilter<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to publish a value.
    public let isIncluded: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryFilter(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - isIncluded: Returns whether to publish a value. If it throws, the publisher fails with
    ///     the error.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(isIncluded), to: subscriber))
    }

    /// Applies both closures in one publisher; it publishes the values that both accept.
    ///
    /// - Parameter isIncluded: Returns whether to publish a value. If it throws, the publisher
    ///   fails with the error.
    @inlinable
    public func filter(
      _ isIncluded: @escaping (Output) -> Bool
    ) -> Publishers.TryFilter<Upstream> {
      let first = self.isIncluded
      return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }

    /// Applies both closures in one publisher; it publishes the values that both accept.
    ///
    /// - Parameter isIncluded: Returns whether to publish a value. If it throws, the publisher
    ///   fails with the error.
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
