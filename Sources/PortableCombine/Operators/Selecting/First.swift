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
      upstream.subscribe(ReducingSubscriber("First", total, to: subscriber) { $0 })
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
