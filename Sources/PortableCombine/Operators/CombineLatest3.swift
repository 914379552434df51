extension Publisher {
  /// Joins the latest value with those of two others.
  @inlinable
  public func combineLatest<P, Q>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Joins the latest value with those of two others, and turns each tuple into a value.
  @inlinable
  public func combineLatest<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Map(upstream: combineLatest(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// A publisher that sends the latest values of three others, each time one of them changes, once
  /// there is one of each.
  ///
  /// A request goes on to all. Values for which there is no demand only replace the latest. It
  /// finishes once all have finished, and fails with the first that does.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.CombineLatest3`.
  @frozen
  public struct CombineLatest3<A, B, C>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher,
    A.Failure == B.Failure, B.Failure == C.Failure
  {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Makes the publisher; `combineLatest` does the same.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

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
