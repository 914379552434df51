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
    public let predicate: (Upstream.Output) -> Bool

    /// Creates the publisher that `drop(while:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to drop a value. Not called after it has returned false.
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
      let isDropping = OperatorState(true)
      upstream.subscribe(
        SteppedSubscriber("DropWhile", awaitsSubscription: false, to: subscriber) {
          input throws(Failure) in
          if isDropping.value, predicate(input) { return .skip }
          isDropping.value = false
          return .send(input)
        })
    }
  }
}

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
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryDrop(while:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to drop a value. Not called after it has returned false. If
    ///     it throws, the publisher fails with the error.
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
      let isDropping = OperatorState(true)
      upstream.subscribe(
        SteppedSubscriber("TryDropWhile", to: subscriber) {
          if isDropping.value, try predicate($0) { return .skip }
          isDropping.value = false
          return .send($0)
        })
    }
  }
}
