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
    public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `prefix(while:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to publish a value. The publisher finishes when it returns
    ///     false.
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
      upstream.subscribe(
        SteppedSubscriber("PrefixWhile", to: subscriber) { input throws(Failure) in
          predicate(input) ? .send(input) : .end
        })
    }
  }
}

extension Publisher {
  /// Publishes values while they match `predicate`, and finishes at the first that does not. Fails
  /// with the error that `predicate` throws.
  ///
  /// - Parameter predicate: Returns whether to publish a value. The publisher finishes when it
  ///   returns false. If it throws, the publisher fails with the error.
  @inlinable
  public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream's first values while they match, and fails with the
  /// error that its closure throws.
  ///
  /// At the first value that does not match, it finishes without publishing it, and cancels the
  /// upstream.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryPrefixWhile`.
  @frozen
  public struct TryPrefixWhile<Upstream>: Publisher where Upstream: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error with which this publisher can fail.
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to publish a value.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryPrefix(while:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to publish a value. The publisher finishes when it returns
    ///     false. If it throws, the publisher fails with the error.
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
      upstream.subscribe(
        SteppedSubscriber("TryPrefixWhile", to: subscriber) {
          try predicate($0) ? .send($0) : .end
        })
    }
  }
}
