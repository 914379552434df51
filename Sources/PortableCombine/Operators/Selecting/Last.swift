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
      upstream.subscribe(ReducingSubscriber("Last", total, to: subscriber) { $0 })
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}
