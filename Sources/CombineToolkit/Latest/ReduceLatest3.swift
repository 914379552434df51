import PortableCombine

extension Publisher {
  /// Turns the latest value and those of two others into one, as soon as one of them has sent a
  /// value; nil stands for those that have not.
  public func reduceLatest<P, Q, Result>(
    _ publisher1: P, _ publisher2: Q,
    _ transform: @escaping (Output?, P.Output?, Q.Output?) -> Result
  ) -> Publishers.ReduceLatest3<Self, P, Q, Result>
  where P: Publisher, Q: Publisher, Failure == P.Failure, Failure == Q.Failure {
    Publishers.ReduceLatest3(self, publisher1, publisher2, transform)
  }
}

extension Publishers {
  /// A publisher that turns the latest values of three others into one, each time one of them
  /// changes.
  ///
  /// It publishes as soon as any of them has, with nil for those that have not. It asks them for
  /// everything, at once: a value that comes without demand is kept as the latest, and what is then
  /// the latest of all goes out when it is asked for. It finishes when all have, and what is owed
  /// is sent; it fails, and cancels the others, when any fails.
  ///
  /// Source of the rule: "Designing and writing a custom, generic Combine Publisher" by Shareup.
  public struct ReduceLatest3<A, B, C, Output>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher,
    A.Failure == B.Failure, A.Failure == C.Failure
  {
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// What makes a value of the latest ones. It is called without a lock, by the thread that
    /// delivers, once for each value that is sent.
    public let transform: (A.Output?, B.Output?, C.Output?) -> Output

    /// Makes the publisher; `reduceLatest` does the same.
    public init(
      _ a: A, _ b: B, _ c: C,
      _ transform: @escaping (A.Output?, B.Output?, C.Output?) -> Output
    ) {
      self.a = a
      self.b = b
      self.c = c
      self.transform = transform
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      ReduceLatestMany(a, b, c, transform: transform).receive(subscriber: subscriber)
    }
  }
}
