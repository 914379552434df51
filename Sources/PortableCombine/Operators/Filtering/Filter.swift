extension Publisher {
  /// Publishes the values for which `isIncluded` returns true.
  ///
  /// - Parameter isIncluded: Returns whether to publish a value.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream values for which a closure returns true.
  ///
  /// Requests another value for each value that it drops.
  @frozen
  public struct Filter<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to publish a value.
    public let isIncluded: (Upstream.Output) -> Bool

    /// Creates the publisher that `filter(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - isIncluded: Returns whether to publish a value.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, isIncluded: isIncluded))
    }

    /// Applies both closures in one publisher; it publishes the values that both accept.
    ///
    /// - Parameter isIncluded: Returns whether to publish a value.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
      let first = self.isIncluded
      return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
    }

    /// Applies both closures, of which the second may throw, in one publisher.
    ///
    /// - Parameter isIncluded: Returns whether to publish a value. If it throws, the publisher
    ///   fails with the error.
    @inlinable
    public func tryFilter(
      _ isIncluded: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
      let first = self.isIncluded
      return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
  }
}

extension Publishers.Filter {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let isIncluded: (Upstream.Output) -> Bool
    // Accessed only in calls from the upstream, which are serial or nested.
    @exclusivity(unchecked) @usableFromInline var isConnected = false

    @usableFromInline var description: String { "Filter" }

    @inlinable
    init(downstream: Downstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
      self.downstream = downstream
      self.isIncluded = isIncluded
    }

    @inlinable
    func receive(subscription: any Subscription) {
      if isConnected { return subscription.cancel() }
      isConnected = true
      downstream.receive(subscription: NamedSubscription("Filter", subscription))
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      isIncluded(input) ? downstream.receive(input) : .max(1)
    }
  }
}

extension Publisher {
  /// Publishes the values for which `isIncluded` returns true, and fails with the error that it throws.
  ///
  /// - Parameter isIncluded: Returns whether to publish a value. If it throws, the publisher fails
  ///   with the error.
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that publishes the upstream values for which a closure returns true, and fails
  /// with the error that the closure throws.
  ///
  /// Requests another value for each value that it drops.
  @frozen
  public struct TryFilter<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to publish a value.
    public let isIncluded: (Upstream.Output) throws -> Bool

    /// Creates the publisher that `tryFilter(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - isIncluded: Returns whether to publish a value. If it throws, the publisher fails with
    ///     the error.
    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        SteppedSubscriber("TryFilter", to: subscriber, convert: { $0 }) {
          [isIncluded] in try isIncluded($0) ? .send($0) : .skip
        })
    }

    /// Applies both closures in one publisher; it publishes the values that both accept.
    ///
    /// - Parameter isIncluded: Returns whether to publish a value. If it throws, the publisher
    ///   fails with the error.
    @inlinable
    public func filter(
      _ isIncluded: @escaping (Output) -> Bool
    ) -> Publishers.TryFilter<Upstream> {
      let first = self.isIncluded
      return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }

    /// Applies both closures in one publisher; it publishes the values that both accept.
    ///
    /// - Parameter isIncluded: Returns whether to publish a value. If it throws, the publisher
    ///   fails with the error.
    @inlinable
    public func tryFilter(
      _ isIncluded: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
      let first = self.isIncluded
      return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
  }
}
