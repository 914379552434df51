extension Publisher {
  /// Publishes the values that are not duplicates of the previous one.
  ///
  /// - Parameter predicate: Returns whether the second value is a duplicate of the first. If it
  ///   throws, the publisher fails with this error.
  @inlinable
  public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that drops values that are duplicates of the previous one, and fails with the
  /// error that its closure throws.
  ///
  /// Requests another value for each value that it drops.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryRemoveDuplicates`.
  @frozen
  public struct TryRemoveDuplicates<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether the second value is a duplicate of the first.
    public let predicate: (Output, Output) throws -> Bool

    /// Creates the publisher that `tryRemoveDuplicates(by:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether two consecutive values are equal. If it throws, the publisher
    ///     fails with the error.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
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

extension Publishers.TryRemoveDuplicates {
  @usableFromInline
  final class Step: OperatorStep {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryRemoveDuplicates" }

    @usableFromInline let predicate: (Output, Output) throws -> Bool
    // Accessed only in calls from the upstream, which are serial.
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
