extension Publisher {
  /// Publishes the first value, and finishes.
  @inlinable
  public func first() -> Publishers.First<Self> {
    Publishers.First(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's first value, and finishes.
  ///
  /// Requests unlimited values, and cancels the upstream after the first one.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.First`.
  @frozen
  public struct First<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `first()` returns.
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
      let total = Search<Upstream.Output, Failure>(endsAtMatch: true) { _ in true }
      upstream.subscribe(ReducingSubscriber("First", total, to: subscriber))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Publishes the first value that matches `predicate`, and finishes.
  ///
  /// - Parameter predicate: Returns whether a value matches.
  @inlinable
  public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes the first upstream value that matches, and finishes.
  ///
  /// Requests unlimited values, and cancels the upstream after the first match.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.FirstWhere`.
  @frozen
  public struct FirstWhere<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether a value matches.
    public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `first(where:)` returns.
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
      let total = Search<Upstream.Output, Failure>(endsAtMatch: true, predicate: predicate)
      // The name that Combine uses.
      upstream.subscribe(ReducingSubscriber("TryFirst", total, to: subscriber))
    }
  }
}

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
      let total = Search<Upstream.Output, Failure>(endsAtMatch: true, predicate: predicate)
      upstream.subscribe(ReducingSubscriber("TryFirstWhere", total, to: subscriber))
    }
  }
}
