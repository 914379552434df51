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

extension Publisher {
  /// Combines the latest values of this publisher and two others.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  @inlinable
  public func combineLatest<P, Q>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Combines the latest values of this publisher and two others, and transforms each tuple.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - transform: Makes a value from each tuple.
  @inlinable
  public func combineLatest<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Map(upstream: combineLatest(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// A publisher that publishes the latest values of three publishers whenever one of them changes,
  /// after all have sent a value.
  ///
  /// Each request is passed to all publishers. Without demand, a value only replaces the latest
  /// one. The publisher finishes when all have finished, and fails with the first failure.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.CombineLatest3`.
  @frozen
  public struct CombineLatest3<A, B, C>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher,
    A.Failure == B.Failure, B.Failure == C.Failure
  {
    /// A tuple of one value of each publisher.
    public typealias Output = (A.Output, B.Output, C.Output)
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Creates the publisher that `combineLatest` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where
      S: Subscriber, C.Failure == S.Failure,
      S.Input == (A.Output, B.Output, C.Output)
    {
      typealias Slots = LatestSlots3<A.Output, B.Output, C.Output>
      let tupling = Tupling<Slots, Failure>("CombineLatest", count: 3, to: Outlet(subscriber))
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
      c.subscribe(
        tupling.side(2) { slots, value in
          let replaced = slots.c
          slots.c = value
          return replaced
        })
      tupling.handOver(to: subscriber)
    }
  }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
  /// Combines the latest values of this publisher and three others.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  @inlinable
  public func combineLatest<P, Q, R>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where
    P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure,
    Q.Failure == R.Failure
  {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Combines the latest values of this publisher and three others, and transforms each tuple.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  ///   - transform: Makes a value from each tuple.
  @inlinable
  public func combineLatest<P, Q, R, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where
    P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure,
    Q.Failure == R.Failure
  {
    Publishers.Map(upstream: combineLatest(publisher1, publisher2, publisher3)) {
      transform($0.0, $0.1, $0.2, $0.3)
    }
  }
}

extension Publishers {
  /// A publisher that publishes the latest values of four publishers whenever one of them changes,
  /// after all have sent a value.
  ///
  /// Each request is passed to all publishers. Without demand, a value only replaces the latest
  /// one. The publisher finishes when all have finished, and fails with the first failure.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.CombineLatest4`.
  @frozen
  public struct CombineLatest4<A, B, C, D>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher,
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure
  {
    /// A tuple of one value of each publisher.
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D

    /// Creates the publisher that `combineLatest` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where
      S: Subscriber, D.Failure == S.Failure,
      S.Input == (A.Output, B.Output, C.Output, D.Output)
    {
      typealias Slots = LatestSlots4<A.Output, B.Output, C.Output, D.Output>
      let tupling = Tupling<Slots, Failure>("CombineLatest", count: 4, to: Outlet(subscriber))
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
      c.subscribe(
        tupling.side(2) { slots, value in
          let replaced = slots.c
          slots.c = value
          return replaced
        })
      d.subscribe(
        tupling.side(3) { slots, value in
          let replaced = slots.d
          slots.d = value
          return replaced
        })
      tupling.handOver(to: subscriber)
    }
  }
}

extension Publishers.CombineLatest4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
