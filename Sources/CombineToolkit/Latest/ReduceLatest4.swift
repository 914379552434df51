// Written by scripts/generate-arities.

import PortableCombine

extension Publisher {
  /// Combines the latest values of this publisher and three others, as soon as one of them has sent
  /// a value.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - publisher3: The fourth publisher.
  ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
  ///     one.
  /// - Returns: A publisher of the results of `transform`.
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
  /// A publisher that makes a value from the latest values of four publishers, whenever one of them
  /// sends a value.
  ///
  /// It follows the rules of `ReduceLatest3`.
  public struct ReduceLatest4<A, B, C, D, Output>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher,
    A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure
  {
    /// The failure of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D
    /// Makes a value from the latest values; nil for a publisher that has not sent one. Called once
    /// for each value sent, without a lock, on the thread that delivers it.
    public let transform: (A.Output?, B.Output?, C.Output?, D.Output?) -> Output

    /// Creates a publisher, like `reduceLatest`.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
    ///     one.
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

    /// Attaches a subscriber, and subscribes to the upstream publishers.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      ReduceLatestMany(a, b, c, d, transform: transform).receive(subscriber: subscriber)
    }
  }
}
