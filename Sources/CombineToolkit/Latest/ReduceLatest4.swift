import PortableCombine

extension Publisher {
  /// Turns the latest value and those of three others into one, as soon as one of them has sent a
  /// value; nil stands for those that have not.
  public func reduceLatest<P, Q, R, Result>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output?, P.Output?, Q.Output?, R.Output?) -> Result
  ) -> Publishers.ReduceLatest4<Self, P, Q, R, Result>
  where
    P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, Failure == Q.Failure,
    Failure == R.Failure
  {
    Publishers.ReduceLatest4(self, publisher1, publisher2, publisher3, transform)
  }
}

extension Publishers {
  /// A publisher that turns the latest values of four others into one, each time one of them
  /// changes.
  ///
  /// It follows the rules of `ReduceLatest3`.
  public struct ReduceLatest4<A, B, C, D, Output>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher,
    A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure
  {
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D
    /// What makes a value of the latest ones. It is called without a lock, by the thread that
    /// delivers, once for each value that is sent.
    public let transform: (A.Output?, B.Output?, C.Output?, D.Output?) -> Output

    /// Makes the publisher; `reduceLatest` does the same.
    public init(
      _ a: A, _ b: B, _ c: C, _ d: D,
      _ transform: @escaping (A.Output?, B.Output?, C.Output?, D.Output?) -> Output
    ) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.transform = transform
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      ReduceLatestMany(a, b, c, d, transform: transform).receive(subscriber: subscriber)
    }
  }
}
