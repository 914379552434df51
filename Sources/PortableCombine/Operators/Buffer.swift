extension Publisher {
  /// Keeps up to `size` values that were not asked for yet.
  @inlinable
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// A publisher that keeps values of its upstream until they are asked for.
  ///
  /// That the upstream has finished is passed on once values were asked for and all are sent. A
  /// failure does not wait for values that nobody has asked for: these are dropped.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Buffer`.
  @frozen
  public struct Buffer<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are kept.
    public let upstream: Upstream
    /// How many values are kept at most; not negative.
    public let size: Int
    /// How the upstream is asked.
    public let prefetch: Publishers.PrefetchStrategy
    /// What is done with a value for which there is no room.
    public let whenFull: Publishers.BufferingStrategy<Upstream.Failure>

    /// Makes the publisher; `buffer(size:prefetch:whenFull:)` does the same.
    @inlinable
    public init(
      upstream: Upstream, size: Int, prefetch: Publishers.PrefetchStrategy,
      whenFull: Publishers.BufferingStrategy<Upstream.Failure>
    ) {
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      let buffering = Buffering(
        size: size, prefetch: prefetch, whenFull: whenFull, to: Outlet(subscriber))
      upstream.subscribe(Buffering.Upstream(buffering))
      buffering.handOver(to: subscriber)
    }
  }
}
