extension Publisher {
  /// Joins each value with the next of those of two others.
  @inlinable
  public func zip<P, Q>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.Zip3<Self, P, Q>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Joins each value with the next of those of two others, and turns each tuple into a value.
  @inlinable
  public func zip<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Map(upstream: zip(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// A publisher that sends tuples of the first values of three others, the second values, and so
  /// on.
  ///
  /// A request goes on to all; what comes early waits. It finishes once one has finished whose
  /// values are all sent, cancelling the others, and fails with the first that does.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Zip3`.
  @frozen
  public struct Zip3<A, B, C>: Publisher
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

    /// Makes the publisher; `zip` does the same.
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
      typealias Slots = QueueSlots3<A.Output, B.Output, C.Output>
      let tupling = Tupling<Slots, Failure>("Zip", count: 3, to: Outlet(subscriber))
      a.subscribe(
        tupling.side(0) { slots, value in
          slots.a.append(value)
          return nil
        })
      b.subscribe(
        tupling.side(1) { slots, value in
          slots.b.append(value)
          return nil
        })
      c.subscribe(
        tupling.side(2) { slots, value in
          slots.c.append(value)
          return nil
        })
      tupling.handOver(to: subscriber)
    }
  }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
