extension Publisher {
  /// Passes on values while they match `predicate`, and finishes with the first that does not.
  @inlinable
  public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that passes on the first of another's values while they match.
  ///
  /// The first value that does not match is not sent: it finishes, and cancels the other.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.PrefixWhile`.
  @frozen
  public struct PrefixWhile<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// Which values are passed on.
    public let predicate: (Output) -> Bool

    /// Makes the publisher; `prefix(while:)` does the same.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
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

extension Publishers.PrefixWhile {
  @frozen
  @usableFromInline
  struct Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "PrefixWhile" }

    @usableFromInline let predicate: (Output) -> Bool

    @inlinable
    init(_ predicate: @escaping (Output) -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func take(_ input: Output) throws(Upstream.Failure) -> StepResult<Output> {
      predicate(input) ? .send(input) : .end
    }
  }
}
