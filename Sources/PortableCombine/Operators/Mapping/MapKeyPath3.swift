// Written by scripts/generate-arities.

extension Publisher {
  /// Publishes three properties of each value.
  ///
  /// - Parameters:
  ///   - keyPath0: The key path of the first property.
  ///   - keyPath1: The key path of the second property.
  ///   - keyPath2: The key path of the third property.
  @inlinable
  public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>,
    _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    Publishers.MapKeyPath3(
      upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  /// A publisher that publishes three properties of each upstream value, as a tuple.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.MapKeyPath3`.
  @frozen
  public struct MapKeyPath3<Upstream, Output0, Output1, Output2>: Publisher
  where Upstream: Publisher {
    /// A tuple of the properties.
    public typealias Output = (Output0, Output1, Output2)
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The key path of the first property.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The key path of the second property.
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    /// The key path of the third property.
    public let keyPath2: KeyPath<Upstream.Output, Output2>

    @inlinable
    init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
      self.keyPath2 = keyPath2
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Inner(downstream: subscriber, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2))
    }
  }
}

extension Publishers.MapKeyPath3 {
  @frozen
  @usableFromInline
  struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let keyPath0: KeyPath<Upstream.Output, Output0>
    @usableFromInline let keyPath1: KeyPath<Upstream.Output, Output1>
    @usableFromInline let keyPath2: KeyPath<Upstream.Output, Output2>
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { "ValueForKeys" }

    @inlinable
    init(
      downstream: Downstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      self.downstream = downstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
      self.keyPath2 = keyPath2
    }

    @inlinable
    func receive(subscription: any Subscription) {
      downstream.receive(subscription: subscription)
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      downstream.receive(
        (input[keyPath: keyPath0], input[keyPath: keyPath1], input[keyPath: keyPath2])
      )
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      downstream.receive(completion: completion)
    }
  }
}
