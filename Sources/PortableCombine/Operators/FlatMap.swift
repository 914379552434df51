extension Publisher {
  /// Turns each value into a publisher, and sends the values of all of these as they come.
  @inlinable
  public func flatMap<T, P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where T == P.Output, P: Publisher, Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Turns each value into a publisher that never fails, and sends the values of all of these as
  /// they come.
  @inlinable
  public func flatMap<P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self>
  where P: Publisher, P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Turns each value into a publisher that may fail, and sends the values of all of these as they
  /// come.
  @inlinable
  public func flatMap<P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> where P: Publisher {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Turns each value into a publisher, and sends the values of all of these as they come; none of
  /// them ever fails.
  @inlinable
  public func flatMap<P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P: Publisher, P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  /// A publisher that makes a publisher of each value of another, and sends the values of all of
  /// these as they come.
  ///
  /// It asks the upstream for as many values as there may be publishers at once, and for one more
  /// when one of these has finished and its values are sent. While its own demand is limited, it
  /// asks each publisher for one value at a time. It finishes when the upstream and all publishers
  /// have, and fails with the first that does.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.FlatMap`.
  @frozen
  public struct FlatMap<NewPublisher, Upstream>: Publisher
  where NewPublisher: Publisher, Upstream: Publisher, NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are turned.
    public let upstream: Upstream
    /// How many publishers there may be at once.
    public let maxPublishers: Subscribers.Demand
    /// What a value is turned into.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Makes the publisher; `flatMap(maxPublishers:_:)` does the same.
    @inlinable
    public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand,
      transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, NewPublisher.Output == S.Input, Upstream.Failure == S.Failure {
      let merging = Merging("FlatMap", maxPublishers: maxPublishers, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      upstream.subscribe(Supplier(merging: merging, transform: transform))
    }
  }
}

extension Publishers.FlatMap {
  /// The subscriber of the upstream.
  @frozen
  @usableFromInline
  struct Supplier: Subscriber {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let merging: Merging<Output, Failure>
    @usableFromInline let transform: (Upstream.Output) -> NewPublisher
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable
    init(
      merging: Merging<Output, Failure>, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.merging = merging
      self.transform = transform
    }

    @inlinable
    func receive(subscription: any Subscription) { merging.connect(to: subscription) }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      if let side = merging.open() { transform(input).subscribe(side) }
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      merging.close(with: completion)
    }
  }
}
