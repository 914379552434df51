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

extension Publisher {
  /// Combines the latest values of this publisher and two others, as soon as one of them has sent a
  /// value.
  ///
  /// - Parameters:
  ///   - publisher1: The second publisher.
  ///   - publisher2: The third publisher.
  ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
  ///     one.
  /// - Returns: A publisher of the results of `transform`.
  public func reduceLatest<P, Q, Result>(
    _ publisher1: P, _ publisher2: Q,
    _ transform: @escaping (Output?, P.Output?, Q.Output?) -> Result
  ) -> Publishers.ReduceLatest3<Self, P, Q, Result>
  where P: Publisher, Q: Publisher, Failure == P.Failure, Failure == Q.Failure {
    Publishers.ReduceLatest3(self, publisher1, publisher2, transform)
  }
}

extension Publishers {
  /// A publisher that makes a value from the latest values of three publishers, whenever one of
  /// them sends a value.
  ///
  /// It publishes from the first value on, with nil for publishers that have not sent one. The
  /// demand for the upstream publishers is unlimited from the start. A value without downstream
  /// demand replaces the latest value of its publisher; the latest values are then sent with the
  /// next demand. It finishes when all have finished and the latest values are sent. If one fails,
  /// it fails and cancels the others.
  ///
  /// Source of the rule: "Designing and writing a custom, generic Combine Publisher" by Shareup.
  public struct ReduceLatest3<A, B, C, Output>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher,
    A.Failure == B.Failure, A.Failure == C.Failure
  {
    /// The failure of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// Makes a value from the latest values; nil for a publisher that has not sent one. Called once
    /// for each value sent, without a lock, on the thread that delivers it.
    public let transform: (A.Output?, B.Output?, C.Output?) -> Output

    /// Creates a publisher, like `reduceLatest`.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - transform: Makes a value from the latest values; nil for a publisher that has not sent
    ///     one.
    public init(
      _ a: A, _ b: B, _ c: C,
      _ transform: @escaping (A.Output?, B.Output?, C.Output?) -> Output
    ) {
      self.a = a
      self.b = b
      self.c = c
      self.transform = transform
    }

    /// Attaches a subscriber, and subscribes to the upstream publishers.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Output, S.Failure == Failure {
      ReduceLatestMany(a, b, c, transform: transform).receive(subscriber: subscriber)
    }
  }
}

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
