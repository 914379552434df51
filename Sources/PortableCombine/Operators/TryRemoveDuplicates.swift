extension Publisher {
  /// Passes on the values that `predicate` does not find to be the same as the one before; fails
  /// with the error that it throws.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that leaves out values that repeat the one before, and fails if it cannot decide.
  ///
  /// A value left out is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryRemoveDuplicates`.
  @frozen
  public struct TryRemoveDuplicates<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// Whether the second value repeats the first.
    public let predicate: (Output, Output) throws -> Bool

    /// Makes the publisher; `tryRemoveDuplicates(by:)` does the same.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(SteppedSubscriber(Step(predicate), to: subscriber))
    }
  }
}

extension Publishers.TryRemoveDuplicates {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryRemoveDuplicates" }

    @usableFromInline let predicate: (Output, Output) throws -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var last: Output?

    @inlinable
    init(_ predicate: @escaping (Output, Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func take(_ input: Output) throws(any Error) -> StepResult<Output> {
      if let last, try predicate(last, input) { return .skip }
      last = input
      return .send(input)
    }
  }
}
