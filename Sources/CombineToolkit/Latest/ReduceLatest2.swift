import PortableCombine

extension Publisher {
  /// Turns the latest value and that of another into one, as soon as one of them has sent a
  /// value; nil stands for those that have not.
  public func reduceLatest<P, Result>(
    _ publisher: P,
    _ transform: @escaping (Output?, P.Output?) -> Result
  ) -> Publishers.ReduceLatest2<Self, P, Result>
  where P: Publisher, Failure == P.Failure {
    Publishers.ReduceLatest2(self, publisher, transform)
  }
}

extension Publishers {
  /// A publisher that turns the latest values of two others into one, each time one of them
  /// changes.
  ///
  /// It follows the rules of `ReduceLatest3`.
  public struct ReduceLatest2<A, B, Output>: Publisher
  where
    A: Publisher, B: Publisher,
    A.Failure == B.Failure
  {
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// What makes a value of the latest ones. It is called without a lock, by the thread that
    /// delivers, once for each value that is sent.
    public let transform: (A.Output?, B.Output?) -> Output

    /// Makes the publisher; `reduceLatest` does the same.
    public init(
      _ a: A, _ b: B,
      _ transform: @escaping (A.Output?, B.Output?) -> Output
    ) {
      self.a = a
      self.b = b
      self.transform = transform
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      ReduceLatestMany(a, b, transform: transform).receive(subscriber: subscriber)
    }
  }
}
