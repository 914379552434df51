extension Publisher {
  /// Drops values while they match `predicate`, and publishes the first that does not match and all
  /// later ones.
  ///
  /// - Parameter predicate: Returns whether to drop a value. Not called after it has returned
  ///   false.
  @inlinable
  public func drop(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops the upstream's first values while they match.
  ///
  /// Requests another value for each value that it drops.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.DropWhile`.
  @frozen
  public struct DropWhile<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to drop a value.
    public let predicate: (Output) -> Bool

    /// Creates the publisher that `drop(while:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to drop a value. Not called after it has returned false.
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

extension Publishers.DropWhile {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = Upstream.Failure

    @inlinable static var name: String { "DropWhile" }
    @inlinable static var awaitsSubscription: Bool { false }

    @usableFromInline let predicate: (Output) -> Bool
    // Accessed only in calls from the upstream, which are serial.
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
