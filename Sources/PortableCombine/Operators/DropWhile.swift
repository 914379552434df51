extension Publisher {
  /// Leaves out values until one does not match `predicate`, and passes on all from that one on.
  @inlinable
  public func drop(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that leaves out the first of another's values while they match.
  ///
  /// A value left out is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.DropWhile`.
  @frozen
  public struct DropWhile<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are passed on.
    public let upstream: Upstream
    /// Which values are left out.
    public let predicate: (Output) -> Bool

    /// Makes the publisher; `drop(while:)` does the same.
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

extension Publishers.DropWhile {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "DropWhile" }
    @inlinable static var awaitsSubscription: Bool { false }

    @usableFromInline let predicate: (Output) -> Bool
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var isDropping = true

    @inlinable
    init(_ predicate: @escaping (Output) -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func take(_ input: Output) throws(Upstream.Failure) -> StepResult<Output> {
      if isDropping, predicate(input) { return .skip }
      isDropping = false
      return .send(input)
    }
  }
}
