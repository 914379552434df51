extension Publisher {
  /// Transforms each value into a publisher, and publishes the values of all these publishers.
  ///
  /// - Parameters:
  ///   - maxPublishers: The largest number of publishers at a time; `.unlimited` by default.
  ///   - transform: The closure that returns a publisher for each value.
  @inlinable
  public func flatMap<T, P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where T == P.Output, P: Publisher, Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Transforms each value into a publisher that cannot fail, and publishes the values of all these publishers.
  ///
  /// - Parameters:
  ///   - maxPublishers: The largest number of publishers at a time; `.unlimited` by default.
  ///   - transform: The closure that returns a publisher for each value.
  @inlinable
  public func flatMap<P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self>
  where P: Publisher, P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Transforms each value into a publisher that can fail, and publishes the values of all these publishers.
  ///
  /// - Parameters:
  ///   - maxPublishers: The largest number of publishers at a time; `.unlimited` by default.
  ///   - transform: The closure that returns a publisher for each value.
  @inlinable
  public func flatMap<P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> where P: Publisher {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Transforms each value into a publisher, and publishes the values of all these publishers; none of them can fail.
  ///
  /// - Parameters:
  ///   - maxPublishers: The largest number of publishers at a time; `.unlimited` by default.
  ///   - transform: The closure that returns a publisher for each value.
  @inlinable
  public func flatMap<P>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P: Publisher, P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each upstream value into a publisher, and publishes the values of
  /// all these publishers.
  ///
  /// Requests `maxPublishers` values from the upstream, and one more when one of the publishers has finished and its
  /// values have been sent. With limited demand, it requests one value at a time from each publisher. It finishes when
  /// the upstream and all publishers have finished, and fails with the first failure.
  @frozen
  public struct FlatMap<NewPublisher, Upstream>: Publisher
  where NewPublisher: Publisher, Upstream: Publisher, NewPublisher.Failure == Upstream.Failure {
    /// The values of the new publishers.
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The largest number of publishers at a time.
    public let maxPublishers: Subscribers.Demand
    /// The closure that returns a publisher for each value.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Creates the publisher that `flatMap(maxPublishers:_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - maxPublishers: The greatest number of publishers that are subscribed to at a time.
    ///   - transform: Makes a publisher from each value.
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
  /// The subscriber attached to the upstream.
  @frozen
  @usableFromInline
  struct Supplier: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let merging: Merging<Output, Failure>
    @usableFromInline let transform: (Upstream.Output) -> NewPublisher
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { merging.name }

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
