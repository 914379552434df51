// Written by scripts/generate-arities.

import PortableCombine

extension Publisher {
  /// Combines the latest values of this publisher and another, as soon as one of them has sent a
  /// value.
  ///
  /// - Parameters:
  ///   - publisher: The other publisher.
  ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
  ///     one.
  /// - Returns: A publisher of the results of `transform`.
  public func reduceLatest<P, Result>(
    _ publisher: P,
    _ transform: @escaping (Output?, P.Output?) -> Result
  ) -> Publishers.ReduceLatest2<Self, P, Result>
  where P: Publisher, Failure == P.Failure {
    Publishers.ReduceLatest2(self, publisher, transform)
  }
}

extension Publishers {
  /// A publisher that makes a value from the latest values of two publishers, whenever one of them
  /// sends a value.
  ///
  /// It follows the rules of `ReduceLatest3`.
  public struct ReduceLatest2<A, B, Output>: Publisher
  where
    A: Publisher, B: Publisher,
    A.Failure == B.Failure
  {
    /// The failure of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// Makes a value from the latest values; nil for a publisher that has not sent one. Called once
    /// for each value sent, without a lock, on the thread that delivers it.
    public let transform: (A.Output?, B.Output?) -> Output

    /// Creates a publisher, like `reduceLatest`.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
    ///     one.
    public init(
      _ a: A, _ b: B,
      _ transform: @escaping (A.Output?, B.Output?) -> Output
    ) {
      self.a = a
      self.b = b
      self.transform = transform
    }

    /// Attaches a subscriber, and subscribes to the upstream publishers.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      ReduceLatestMany(a, b, transform: transform).receive(subscriber: subscriber)
    }
  }
}
