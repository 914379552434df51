extension Publisher {
  /// Drops values while they match `predicate`, and publishes the first that does not match and all
  /// later ones. Fails with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether to drop a value. Not called after it has returned
  ///   false. If it throws, the publisher fails with the error.
  @inlinable
  public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops the upstream's first values while they match, and fails with the error
  /// that its closure throws.
  ///
  /// Requests another value for each value that it drops.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryDropWhile`.
  @frozen
  public struct TryDropWhile<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to drop a value.
    public let predicate: (Output) throws -> Bool

    /// Creates the publisher that `tryDrop(while:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to drop a value. Not called after it has returned false. If
    ///     it throws, the publisher fails with the error.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
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

extension Publishers.TryDropWhile {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryDropWhile" }

    @usableFromInline let predicate: (Output) throws -> Bool
    // Accessed only in calls from the upstream, which are serial.
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
