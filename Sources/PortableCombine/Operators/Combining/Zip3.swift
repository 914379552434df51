// Written by scripts/generate-arities.

extension Publisher {
  /// Combines the values of this publisher and two others in tuples, in order.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  @inlinable
  public func zip<P, Q>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.Zip3<Self, P, Q>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Combines the values of this publisher and two others in tuples, in order, and transforms each
  /// tuple.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - transform: Makes a value from each tuple.
  @inlinable
  public func zip<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Map(upstream: zip(publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}

extension Publishers {
  /// A publisher that publishes a tuple of the first values of three publishers, then of the second
  /// values, and so on.
  ///
  /// Each request is passed to all publishers. Values wait until there is a tuple for them. When a
  /// publisher has finished and all its values have been sent, this one cancels the others and
  /// finishes. It fails with the first failure.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Zip3`.
  @frozen
  public struct Zip3<A, B, C>: Publisher
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

    /// Creates the publisher that `zip` returns.
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
