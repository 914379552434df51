extension Publisher where Output: Equatable {
  /// Publishes whether `output` is among the values.
  ///
  /// The first equal value decides.
  ///
  /// - Parameter output: The value to search for.
  @inlinable
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that publishes a single Boolean value: whether the upstream sends a given value.
  ///
  /// Requests unlimited values. The first equal value publishes `true` and cancels the upstream.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Contains`.
  @frozen
  public struct Contains<Upstream>: Publisher
  where Upstream: Publisher, Upstream.Output: Equatable {
    /// The values that this publisher publishes.
    public typealias Output = Bool
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The value to find.
    public let output: Upstream.Output

    /// Creates the publisher that `contains(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - output: The value to search for.
    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = Verdict<Upstream.Output, Failure>(decidedBy: true) { $0 == output }
      upstream.subscribe(ReducingSubscriber("Contains", total, to: subscriber))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Publishes whether a value matches `predicate`.
  ///
  /// The first match decides.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes a single Boolean value: whether an upstream value matches.
  ///
  /// Requests unlimited values. The first match publishes `true` and cancels the upstream.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.ContainsWhere`.
  @frozen
  public struct ContainsWhere<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Bool
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `contains(where:)` returns.
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
      let total = Verdict<Upstream.Output, Failure>(decidedBy: true, predicate: predicate)
      upstream.subscribe(ReducingSubscriber("ContainsWhere", total, to: subscriber))
    }
  }
}

extension Publisher {
  /// Publishes whether a value matches `predicate`, and fails with the error that it throws.
  ///
  /// The first match decides.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes a single Boolean value: whether an upstream value matches.
  ///
  /// Requests unlimited values. The first match publishes `true` and cancels the upstream. An error
  /// that the closure throws fails the publisher.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryContainsWhere`.
  @frozen
  public struct TryContainsWhere<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Bool
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryContains(where:)` returns.
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
      let total = Verdict<Upstream.Output, Failure>(decidedBy: true, predicate: predicate)
      upstream.subscribe(ReducingSubscriber("TryContainsWhere", total, to: subscriber))
    }
  }
}
