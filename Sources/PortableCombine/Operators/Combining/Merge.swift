// Written by scripts/generate-arities.

extension Publisher {
  /// Publishes the values of this publisher and another as they arrive.
  ///
  /// - Parameter other: The other publisher.
  @inlinable
  public func merge<P>(
    with other: P
  ) -> Publishers.Merge<Self, P>
  where
    P: Publisher,
    Failure == P.Failure, Output == P.Output
  {
    Publishers.Merge(self, other)
  }
}

extension Publishers {
  /// A publisher that publishes the values of two publishers as they arrive.
  ///
  /// Demand, completion and failure are handled as in `Publishers.MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge`.
  @frozen
  public struct Merge<A, B>: Publisher
  where
    A: Publisher, B: Publisher,
    A.Failure == B.Failure, A.Output == B.Output
  {
    /// The values of the upstream publishers.
    public typealias Output = A.Output
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Creates the publisher that `merge(with:)` returns.
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
    where S: Subscriber, B.Failure == S.Failure, B.Output == S.Input {
      let merging = Merging(count: 2, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
    }

    /// Merges the values of one more publisher.
    ///
    /// - Parameter other: The publisher to add.
    @inlinable
    public func merge<P>(
      with other: P
    ) -> Publishers.Merge3<A, B, P>
    where
      P: Publisher,
      B.Failure == P.Failure, B.Output == P.Output
    {
      Publishers.Merge3(a, b, other)
    }

    /// Merges the values of two more publishers.
    ///
    /// - Parameters:
    ///   - z: The third publisher.
    ///   - y: The fourth publisher.
    @inlinable
    public func merge<Z, Y>(
      with z: Z, _ y: Y
    ) -> Publishers.Merge4<A, B, Z, Y>
    where
      Z: Publisher, Y: Publisher,
      B.Failure == Z.Failure, B.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output
    {
      Publishers.Merge4(a, b, z, y)
    }

    /// Merges the values of three more publishers.
    ///
    /// - Parameters:
    ///   - z: The third publisher.
    ///   - y: The fourth publisher.
    ///   - x: The fifth publisher.
    @inlinable
    public func merge<Z, Y, X>(
      with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge5<A, B, Z, Y, X>
    where
      Z: Publisher, Y: Publisher, X: Publisher,
      B.Failure == Z.Failure, B.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output
    {
      Publishers.Merge5(a, b, z, y, x)
    }

    /// Merges the values of four more publishers.
    ///
    /// - Parameters:
    ///   - z: The third publisher.
    ///   - y: The fourth publisher.
    ///   - x: The fifth publisher.
    ///   - w: The sixth publisher.
    @inlinable
    public func merge<Z, Y, X, W>(
      with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge6<A, B, Z, Y, X, W>
    where
      Z: Publisher, Y: Publisher, X: Publisher, W: Publisher,
      B.Failure == Z.Failure, B.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output,
      X.Failure == W.Failure, X.Output == W.Output
    {
      Publishers.Merge6(a, b, z, y, x, w)
    }

    /// Merges the values of five more publishers.
    ///
    /// - Parameters:
    ///   - z: The third publisher.
    ///   - y: The fourth publisher.
    ///   - x: The fifth publisher.
    ///   - w: The sixth publisher.
    ///   - v: The seventh publisher.
    @inlinable
    public func merge<Z, Y, X, W, V>(
      with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge7<A, B, Z, Y, X, W, V>
    where
      Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher,
      B.Failure == Z.Failure, B.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output,
      X.Failure == W.Failure, X.Output == W.Output,
      W.Failure == V.Failure, W.Output == V.Output
    {
      Publishers.Merge7(a, b, z, y, x, w, v)
    }

    /// Merges the values of six more publishers.
    ///
    /// - Parameters:
    ///   - z: The third publisher.
    ///   - y: The fourth publisher.
    ///   - x: The fifth publisher.
    ///   - w: The sixth publisher.
    ///   - v: The seventh publisher.
    ///   - u: The eighth publisher.
    @inlinable
    public func merge<Z, Y, X, W, V, U>(
      with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
    ) -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
    where
      Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher,
      B.Failure == Z.Failure, B.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output,
      X.Failure == W.Failure, X.Output == W.Output,
      W.Failure == V.Failure, W.Output == V.Output,
      V.Failure == U.Failure, V.Output == U.Output
    {
      Publishers.Merge8(a, b, z, y, x, w, v, u)
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
