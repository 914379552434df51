extension Publisher {
  /// Passes on values while they match `predicate`, and finishes with the first that does not;
  /// fails with the error that it throws.
  @inlinable
  public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that passes on the first of another's values while they match, and fails if it
  /// cannot decide.
  ///
  /// The first value that does not match is not sent: it finishes, and cancels the other.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryPrefixWhile`.
  @frozen
  public struct TryPrefixWhile<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// Which values are passed on.
    public let predicate: (Output) throws -> Bool

    /// Makes the publisher; `tryPrefix(while:)` does the same.
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

extension Publishers.TryPrefixWhile {
  @frozen
  @usableFromInline
  struct Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryPrefixWhile" }

    @usableFromInline let predicate: (Output) throws -> Bool

    @inlinable
    init(_ predicate: @escaping (Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func take(_ input: Output) throws(any Error) -> StepResult<Output> {
      try predicate(input) ? .send(input) : .end
    }
  }
}
