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
