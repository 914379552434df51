extension Publisher {
  /// Sends the values of this publisher and of another, as they come.
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
  /// A publisher that sends the values of two others, as they come.
  ///
  /// Demand and end are those of `MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge`.
  @frozen
  public struct Merge<A, B>: Publisher
  where
    A: Publisher, B: Publisher,
    A.Failure == B.Failure, A.Output == B.Output
  {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B

    /// Makes the publisher; `merge(with:)` does the same.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, B.Failure == S.Failure, B.Output == S.Input {
      let merging = Merging(count: 2, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
    }

    /// A publisher that sends the values of one more.
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

    /// A publisher that sends the values of two more.
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

    /// A publisher that sends the values of three more.
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

    /// A publisher that sends the values of four more.
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

    /// A publisher that sends the values of five more.
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

    /// A publisher that sends the values of six more.
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

extension Publishers.Merge: Equatable
where A: Equatable, B: Equatable {}
