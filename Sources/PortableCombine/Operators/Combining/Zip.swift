// Written by scripts/generate-arities.

extension Publisher {
  /// Combines the values of this publisher and another in pairs, in order.
  ///
  /// - Parameter other: The other publisher.
  @inlinable
  public func zip<P>(
    _ other: P
  ) -> Publishers.Zip<Self, P>
  where P: Publisher, Failure == P.Failure {
    Publishers.Zip(self, other)
  }

  /// Combines the values of this publisher and another in pairs, in order, and transforms each
  /// pair.
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - transform: Makes a value from each pair.
  @inlinable
  public func zip<P, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where P: Publisher, Failure == P.Failure {
    Publishers.Map(upstream: zip(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher that publishes a tuple of the first values of two publishers, then of the second
  /// values, and so on.
  ///
  /// Each request is passed to both publishers. Values wait until there is a tuple for them. When a
  /// publisher has finished and all its values have been sent, this one cancels the other and
  /// finishes. It fails with the first failure.
  ///
  /// If the subscriber sends to one of the publishers while it receives a tuple, it receives the
  /// next tuple after it has returned, as with `Publishers.CombineLatest`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Zip`.
  @frozen
  public struct Zip<A, B>: Publisher
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

    /// Creates the publisher that `zip` returns.
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
      typealias Slots = QueueSlots2<A.Output, B.Output>
      let tupling = Tupling<Slots, Failure>("Zip", count: 2, to: Outlet(subscriber))
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
      tupling.handOver(to: subscriber)
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

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

extension Publisher {
  /// Combines the values of this publisher and three others in tuples, in order.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  @inlinable
  public func zip<P, Q, R>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R>
  where
    P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure,
    Q.Failure == R.Failure
  {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// Combines the values of this publisher and three others in tuples, in order, and transforms
  /// each tuple.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  ///   - transform: Makes a value from each tuple.
  @inlinable
  public func zip<P, Q, R, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where
    P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure,
    Q.Failure == R.Failure
  {
    Publishers.Map(upstream: zip(publisher1, publisher2, publisher3)) {
      transform($0.0, $0.1, $0.2, $0.3)
    }
  }
}

extension Publishers {
  /// A publisher that publishes a tuple of the first values of four publishers, then of the second
  /// values, and so on.
  ///
  /// Each request is passed to all publishers. Values wait until there is a tuple for them. When a
  /// publisher has finished and all its values have been sent, this one cancels the others and
  /// finishes. It fails with the first failure.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Zip4`.
  @frozen
  public struct Zip4<A, B, C, D>: Publisher
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

    /// Creates the publisher that `zip` returns.
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
      typealias Slots = QueueSlots4<A.Output, B.Output, C.Output, D.Output>
      let tupling = Tupling<Slots, Failure>("Zip", count: 4, to: Outlet(subscriber))
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
      d.subscribe(
        tupling.side(3) { slots, value in
          slots.d.append(value)
          return nil
        })
      tupling.handOver(to: subscriber)
    }
  }
}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
