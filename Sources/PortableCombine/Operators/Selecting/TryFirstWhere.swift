extension Publisher {
  /// Publishes the first value that matches `predicate`, and finishes. Fails with the error that
  /// `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryFirst(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes the first upstream value that matches, and fails with the error
  /// that its closure throws.
  ///
  /// Requests unlimited values, and cancels the upstream after the first match.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryFirstWhere`.
  @frozen
  public struct TryFirstWhere<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryFirst(where:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether a value matches. If it throws, the publisher fails with the
    ///     error.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(ReducingSubscriber(Total(predicate), to: subscriber))
    }
  }
}

extension Publishers.TryFirstWhere {
  @usableFromInline
  final class Total: Reduction {
    @usableFromInline typealias InputFailure = Upstream.Failure
    @usableFromInline typealias Failure = any Error

    @inlinable static var name: String { "TryFirstWhere" }

    @usableFromInline let predicate: (Upstream.Output) throws -> Bool
    // Accessed only in calls from the upstream, which are serial.
    @exclusivity(unchecked) @usableFromInline var result: Output?

    @inlinable
    init(_ predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.predicate = predicate
    }

    @inlinable
    func add(_ input: Output) throws(any Error) -> Bool {
      guard try predicate(input) else { return false }
      result = input
      return true
    }
  }
}
