extension Publisher {
  /// Turns each value into another, and leaves out those that become nil.
  @inlinable
  public func compactMap<T>(
    _ transform: @escaping (Output) -> T?
  ) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that turns some of another's values into its own.
  ///
  /// A value left out is asked for anew, so that the subscriber's demand is met.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.CompactMap`.
  @frozen
  public struct CompactMap<Upstream, Output>: Publisher where Upstream: Publisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are turned.
    public let upstream: Upstream
    /// What a value is turned into; nil leaves it out.
    public let transform: (Upstream.Output) -> Output?

    /// Makes the publisher; `compactMap(_:)` does the same.
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

    /// Turns each value with one more transform, in the same step.
    @inlinable
    public func compactMap<T>(
      _ transform: @escaping (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.CompactMap<Upstream, T>(upstream: upstream) {
        first($0).flatMap(transform)
      }
    }

    /// Turns each value with one more transform, in the same step.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
      let first = self.transform
      return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
    }
  }
}

extension Publishers.CompactMap {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Upstream.Output) -> Output?
    // Reached by what the upstream sends alone, which is serial.
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

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      downstream.receive(completion: completion)
    }
  }
}
