extension Publisher {
  /// Publishes the number of values when the publisher finishes.
  @inlinable
  public func count() -> Publishers.Count<Self> {
    Publishers.Count(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes the number of upstream values when the upstream finishes.
  ///
  /// Requests unlimited values.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Count`.
  @frozen
  public struct Count<Upstream>: Publisher where Upstream: Publisher {
    /// The values that this publisher publishes.
    public typealias Output = Int
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates the publisher that `count()` returns.
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
      let total = Accumulation<Upstream.Output, Output, Failure>(0) { count, _ in count + 1 }
      upstream.subscribe(ReducingSubscriber("Count", total, to: subscriber) { $0 })
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
