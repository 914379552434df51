extension Publisher {
  /// Transforms each value, and drops those for which `transform` returns nil.
  ///
  /// - Parameter transform: Returns the new value, or nil to drop the value.
  @inlinable
  public func compactMap<T>(
    _ transform: @escaping (Output) -> T?
  ) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that publishes the results of a closure that are not nil.
  ///
  /// Requests another value for each value that it drops.
  @frozen
  public struct CompactMap<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that transforms each value; nil drops the value.
    public let transform: (Upstream.Output) -> Output?

    /// Creates the publisher that `compactMap(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - transform: Returns the new value, or nil to drop the value.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, transform: transform))
    }

    /// Applies both transforms in one publisher.
    ///
    /// - Parameter transform: Returns the new value, or nil to drop the value.
    @inlinable
    public func compactMap<T>(
      _ transform: @escaping (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.CompactMap<Upstream, T>(upstream: upstream) {
        first($0).flatMap(transform)
      }
    }

    /// Applies both transforms in one publisher.
    ///
    /// - Parameter transform: Returns the new value, or nil to drop the value.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
    }
  }
}

extension Publishers.CompactMap {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Upstream.Output) -> Output?
    // Accessed only in calls from the upstream, which are serial or nested.
    @exclusivity(unchecked) @usableFromInline var isConnected = false

    @usableFromInline var description: String { "CompactMap" }

    @inlinable
    init(downstream: Downstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.downstream = downstream
      self.transform = transform
    }

    @inlinable
    func receive(subscription: any Subscription) {
      if isConnected { return subscription.cancel() }
      isConnected = true
      downstream.receive(subscription: NamedSubscription("CompactMap", subscription))
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      transform(input).map { downstream.receive($0) } ?? .max(1)
    }
  }
}

extension Publisher {
  /// Transforms each value, drops those for which `transform` returns nil, and fails with the error that it throws.
  ///
  /// - Parameter transform: Returns the new value, or nil to drop the value. If it throws, the
  ///   publisher fails with the error.
  @inlinable
  public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that publishes the results of a closure that are not nil, and fails with the error
  /// that the closure throws.
  ///
  /// Requests another value for each value that it drops.
  @frozen
  public struct TryCompactMap<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that transforms each value; nil drops the value.
    public let transform: (Upstream.Output) throws -> Output?

    /// Creates the publisher that `tryCompactMap(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - transform: Returns the new value, or nil to drop the value. If it throws, the publisher
    ///     fails with the error.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        SteppedSubscriber("TryCompactMap", to: subscriber, convert: { $0 }) {
          [transform] in try transform($0).map { .send($0) } ?? .skip
        })
    }

    /// Applies both transforms in one publisher.
    ///
    /// - Parameter transform: Returns the new value, or nil to drop the value. If it throws, the
    ///   publisher fails with the error.
    @inlinable
    public func compactMap<T>(
      _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) {
        try first($0).flatMap(transform)
      }
    }
  }
}
