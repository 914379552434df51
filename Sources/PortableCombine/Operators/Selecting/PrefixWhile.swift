extension Publisher {
  /// Publishes values while they match `predicate`, and finishes at the first that does not.
  ///
  /// - Parameter predicate: Returns whether to publish a value. The publisher finishes when it
  ///   returns false.
  @inlinable
  public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's first values while they match.
  ///
  /// At the first value that does not match, it finishes without publishing it, and cancels the
  /// upstream.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.PrefixWhile`.
  @frozen
  public struct PrefixWhile<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to publish a value.
    public let predicate: (Output) -> Bool

    /// Creates the publisher that `prefix(while:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to publish a value. The publisher finishes when it returns
    ///     false.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
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
