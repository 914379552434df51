// Written by scripts/generate-arities.

extension Publisher {
  /// Publishes a property of each value.
  ///
  /// - Parameter keyPath: The key path of the property.
  @inlinable
  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
  }
}

extension Publishers {
  /// A publisher that publishes a property of each upstream value.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.MapKeyPath`.
  @frozen
  public struct MapKeyPath<Upstream, Output>: Publisher where Upstream: Publisher {
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The key path of the property.
    public let keyPath: KeyPath<Upstream.Output, Output>

    @inlinable
    init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.upstream = upstream
      self.keyPath = keyPath
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Inner(downstream: subscriber, keyPath: keyPath))
    }
  }
}

extension Publishers.MapKeyPath {
  @frozen
  @usableFromInline
  struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let keyPath: KeyPath<Upstream.Output, Output>
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { "ValueForKey" }

    @inlinable
    init(downstream: Downstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.downstream = downstream
      self.keyPath = keyPath
    }

    @inlinable
    func receive(subscription: any Subscription) {
      downstream.receive(subscription: subscription)
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      downstream.receive(input[keyPath: keyPath])
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      downstream.receive(completion: completion)
    }
  }
}
