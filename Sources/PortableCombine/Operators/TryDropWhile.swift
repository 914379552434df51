extension Publisher {
  /// Leaves out values until one does not match `predicate`, and passes on all from that one on;
  /// fails with the error that it throws.
  @inlinable
  public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that leaves out the first of another's values while they match, and fails if it
  /// cannot decide.
  ///
  /// A value left out is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryDropWhile`.
  @frozen
  public struct TryDropWhile<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// Which values are left out.
    public let predicate: (Output) throws -> Bool

    /// Makes the publisher; `tryDrop(while:)` does the same.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
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

extension Publishers.TryDropWhile {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryDropWhile" }

    @usableFromInline let predicate: (Output) throws -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var isDropping = true

    @inlinable
    init(_ predicate: @escaping (Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func take(_ input: Output) throws(any Error) -> StepResult<Output> {
      if isDropping, try predicate(input) { return .skip }
      isDropping = false
      return .send(input)
    }
  }
}
