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
  struct Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

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
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      downstream.receive(input[keyPath: keyPath])
    }
  }
}

extension Publisher {
  /// Publishes two properties of each value.
  ///
  /// - Parameters:
  ///   - keyPath0: The key path of the first property.
  ///   - keyPath1: The key path of the second property.
  @inlinable
  public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    Publishers.MapKeyPath2(
      upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }
}

extension Publishers {
  /// A publisher that publishes two properties of each upstream value, as a tuple.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.MapKeyPath2`.
  @frozen
  public struct MapKeyPath2<Upstream, Output0, Output1>: Publisher where Upstream: Publisher {
    /// A tuple of the properties.
    public typealias Output = (Output0, Output1)
    /// The error of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The key path of the first property.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// The key path of the second property.
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable
    init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Inner(downstream: subscriber, keyPath0: keyPath0, keyPath1: keyPath1))
    }
  }
}

extension Publishers.MapKeyPath2 {
  @frozen
  @usableFromInline
  struct Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let keyPath0: KeyPath<Upstream.Output, Output0>
    @usableFromInline let keyPath1: KeyPath<Upstream.Output, Output1>
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { "ValueForKeys" }

    @inlinable
    init(
      downstream: Downstream, keyPath0: KeyPath<Upstream.Output, Output0>,
      keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.downstream = downstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      downstream.receive(
        (input[keyPath: keyPath0], input[keyPath: keyPath1])
      )
    }
  }
}

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
  struct Inner<Downstream: Subscriber>: ForwardingSubscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

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
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      downstream.receive(
        (input[keyPath: keyPath0], input[keyPath: keyPath1], input[keyPath: keyPath2])
      )
    }
  }
}
