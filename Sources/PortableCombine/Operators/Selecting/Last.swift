extension Publisher {
  /// Publishes the last value when the publisher finishes.
  @inlinable
  public func last() -> Publishers.Last<Self> {
    Publishers.Last(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's last value when the upstream finishes.
  ///
  /// Requests unlimited values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Last`.
  @frozen
  public struct Last<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `last()` returns.
    ///
    /// - Parameter upstream: The upstream publisher.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let total = Search<Upstream.Output, Failure>(endsAtMatch: false) { _ in true }
      upstream.subscribe(ReducingSubscriber("Last", total, to: subscriber))
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Publishes the last value that matches `predicate` when the publisher finishes.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func last(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes the last upstream value that matches when the upstream finishes.
  ///
  /// Requests unlimited values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.LastWhere`.
  @frozen
  public struct LastWhere<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `last(where:)` returns.
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
      let total = Search<Upstream.Output, Failure>(endsAtMatch: false, predicate: predicate)
      upstream.subscribe(ReducingSubscriber("LastWhere", total, to: subscriber))
    }
  }
}

extension Publisher {
  /// Publishes the last value that matches `predicate` when the publisher finishes. Fails with the
  /// error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether a value matches. If it throws, the publisher fails with
  ///   the error.
  @inlinable
  public func tryLast(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes the last upstream value that matches when the upstream finishes,
  /// and fails with the error that its closure throws.
  ///
  /// Requests unlimited values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryLastWhere`.
  @frozen
  public struct TryLastWhere<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryLast(where:)` returns.
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
      let total = Search<Upstream.Output, Failure>(endsAtMatch: false, predicate: predicate)
      upstream.subscribe(ReducingSubscriber("TryLastWhere", total, to: subscriber))
    }
  }
}
