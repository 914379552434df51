extension Publisher {
  /// Joins the latest value with those of another.
  @inlinable
  public func combineLatest<P>(
    _ other: P
  ) -> Publishers.CombineLatest<Self, P>
  where P: Publisher, Failure == P.Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Joins the latest value with those of another, and turns each tuple into a value.
  @inlinable
  public func combineLatest<P, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P: Publisher, Failure == P.Failure {
    Publishers.Map(upstream: combineLatest(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher that sends the latest values of two others, each time one of them changes, once
  /// there is one of each.
  ///
  /// A request goes on to all. Values for which there is no demand only replace the latest. It
  /// finishes once all have finished, and fails with the first that does.
  ///
  /// A tuple that becomes due inside the delivery of another one, since the subscriber sends to one of
  /// the publishers, follows that delivery: so a chain of tuples that cause one another does not grow
  /// the stack.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.CombineLatest`.
  @frozen
  public struct CombineLatest<A, B>: Publisher
  where
    A: Publisher, B: Publisher,
    A.Failure == B.Failure
  {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Makes the publisher; `combineLatest` does the same.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

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
