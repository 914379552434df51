// Written by scripts/generate-arities.

extension Publisher {
  /// Combines the latest values of this publisher and another.
  ///
  /// - Parameter other: The other publisher.
  @inlinable
  public func combineLatest<P>(
    _ other: P
  ) -> Publishers.CombineLatest<Self, P>
  where P: Publisher, Failure == P.Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Combines the latest values of this publisher and another, and transforms each tuple.
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - transform: Makes a value from each tuple.
  @inlinable
  public func combineLatest<P, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P: Publisher, Failure == P.Failure {
    Publishers.Map(upstream: combineLatest(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher that publishes the latest values of two publishers whenever one of them changes,
  /// after both have sent a value.
  ///
  /// Each request is passed to both publishers. Without demand, a value only replaces the latest
  /// one. The publisher finishes when both have finished, and fails with the first failure.
  ///
  /// If the subscriber sends to one of the publishers while it receives a tuple, it receives the
  /// next tuple after it has returned, so a chain of such tuples does not grow the stack.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.CombineLatest`.
  @frozen
  public struct CombineLatest<A, B>: Publisher
  where
    A: Publisher, B: Publisher,
    A.Failure == B.Failure
  {
    /// A tuple of one value of each publisher.
    public typealias Output = (A.Output, B.Output)
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates the publisher that `combineLatest` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where
      S: Subscriber, B.Failure == S.Failure,
      S.Input == (A.Output, B.Output)
    {
      typealias Slots = LatestSlots2<A.Output, B.Output>
      let tupling = Tupling<Slots, Failure>("CombineLatest", count: 2, to: Outlet(subscriber))
      a.subscribe(
        tupling.side(0) { slots, value in
          let replaced = slots.a
          slots.a = value
          return replaced
        })
      b.subscribe(
        tupling.side(1) { slots, value in
          let replaced = slots.b
          slots.b = value
          return replaced
        })
      tupling.handOver(to: subscriber)
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
