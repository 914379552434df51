extension Publisher {
  /// Publishes whether all values match `predicate`.
  ///
  /// The first value that does not match decides.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes a single Boolean value: whether all upstream values match.
  ///
  /// Requests unlimited values. The first value that does not match publishes `false` and cancels
  /// the upstream.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.AllSatisfy`.
  @frozen
  public struct AllSatisfy<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Bool
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `allSatisfy(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether a value matches.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = Verdict<Upstream.Output, Failure>(decidedBy: false, predicate: predicate)
      upstream.subscribe(ReducingSubscriber("AllSatisfy", total, to: subscriber))
    }
  }
}

extension Publisher {
  /// Publishes whether all values match `predicate`, and fails with the error that it throws.
  ///
  /// The first value that does not match decides.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes a single Boolean value: whether all upstream values match.
  ///
  /// Requests unlimited values. The first value that does not match publishes `false` and cancels
  /// the upstream. An error that the closure throws fails the publisher.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryAllSatisfy`.
  @frozen
  public struct TryAllSatisfy<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Bool
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryAllSatisfy(_:)` returns.
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
      let total = Verdict<Upstream.Output, Failure>(decidedBy: false, predicate: predicate)
      upstream.subscribe(ReducingSubscriber("TryAllSatisfy", total, to: subscriber))
    }
  }
}
