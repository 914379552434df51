extension Publisher {
  /// Stores up to `size` values that have not been requested yet.
  ///
  /// - Parameters:
  ///   - size: The largest number of values to store; not negative.
  ///   - prefetch: How the buffer requests values from the upstream.
  ///   - whenFull: What happens to a value that arrives while the buffer is full.
  @inlinable
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// A publisher that stores its upstream's values until they are requested.
  ///
  /// After the upstream has finished, the buffer finishes when all stored values have been requested and sent. If the
  /// upstream fails, the buffer fails immediately and drops the values that have not been requested. If it fails
  /// because it is full, it fails when all stored values have been requested and sent.
  @frozen
  public struct Buffer<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The largest number of values to store; not negative.
    public let size: Int
    /// How the buffer requests values from the upstream.
    public let prefetch: Publishers.PrefetchStrategy
    /// What happens to a value that arrives while the buffer is full.
    public let whenFull: Publishers.BufferingStrategy<Upstream.Failure>

    /// Creates the publisher that `buffer(size:prefetch:whenFull:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - size: The greatest number of stored values.
    ///   - prefetch: How values are requested from the upstream publisher.
    ///   - whenFull: What happens to a value while the buffer is full.
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
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      let buffering = Buffering(
        size: size, prefetch: prefetch, whenFull: whenFull, to: Outlet(subscriber))
      upstream.subscribe(buffering)
      buffering.handOver(to: subscriber)
    }
  }
}
