extension Publisher {
  /// Joins each value with the next of those of another.
  @inlinable
  public func zip<P>(
    _ other: P
  ) -> Publishers.Zip<Self, P>
  where P: Publisher, Failure == P.Failure {
    Publishers.Zip(self, other)
  }

  /// Joins each value with the next of those of another, and turns each tuple into a value.
  @inlinable
  public func zip<P, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where P: Publisher, Failure == P.Failure {
    Publishers.Map(upstream: zip(other)) { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher that sends tuples of the first values of two others, the second values, and so on.
  ///
  /// A request goes on to all; what comes early waits. It finishes once one has finished whose
  /// values are all sent, cancelling the others, and fails with the first that does.
  ///
  /// A tuple that becomes due inside the delivery of another one follows that delivery, as at
  /// `Publishers.CombineLatest`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Zip`.
  @frozen
  public struct Zip<A, B>: Publisher
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

    /// Makes the publisher; `zip` does the same.
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
