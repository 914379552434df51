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

extension Publisher {
  /// Publishes the values of this publisher and two others as they arrive.
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  @inlinable
  public func merge<B, C>(
    with b: B, _ c: C
  ) -> Publishers.Merge3<Self, B, C>
  where
    B: Publisher, C: Publisher,
    Failure == B.Failure, Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output
  {
    Publishers.Merge3(self, b, c)
  }
}

extension Publishers {
  /// A publisher that publishes the values of three publishers as they arrive.
  ///
  /// Demand, completion and failure are handled as in `Publishers.MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge3`.
  @frozen
  public struct Merge3<A, B, C>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher,
    A.Failure == B.Failure, A.Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output
  {
    /// The values of the upstream publishers.
    public typealias Output = A.Output
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C

    /// Creates the publisher that `merge(with:)` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, C.Failure == S.Failure, C.Output == S.Input {
      let merging = Merging(count: 3, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
      c.subscribe(merging.side(2))
    }

    /// Merges the values of one more publisher.
    ///
    /// - Parameter other: The publisher to add.
    @inlinable
    public func merge<P>(
      with other: P
    ) -> Publishers.Merge4<A, B, C, P>
    where
      P: Publisher,
      C.Failure == P.Failure, C.Output == P.Output
    {
      Publishers.Merge4(a, b, c, other)
    }

    /// Merges the values of two more publishers.
    ///
    /// - Parameters:
    ///   - z: The fourth publisher.
    ///   - y: The fifth publisher.
    @inlinable
    public func merge<Z, Y>(
      with z: Z, _ y: Y
    ) -> Publishers.Merge5<A, B, C, Z, Y>
    where
      Z: Publisher, Y: Publisher,
      C.Failure == Z.Failure, C.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output
    {
      Publishers.Merge5(a, b, c, z, y)
    }

    /// Merges the values of three more publishers.
    ///
    /// - Parameters:
    ///   - z: The fourth publisher.
    ///   - y: The fifth publisher.
    ///   - x: The sixth publisher.
    @inlinable
    public func merge<Z, Y, X>(
      with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge6<A, B, C, Z, Y, X>
    where
      Z: Publisher, Y: Publisher, X: Publisher,
      C.Failure == Z.Failure, C.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output
    {
      Publishers.Merge6(a, b, c, z, y, x)
    }

    /// Merges the values of four more publishers.
    ///
    /// - Parameters:
    ///   - z: The fourth publisher.
    ///   - y: The fifth publisher.
    ///   - x: The sixth publisher.
    ///   - w: The seventh publisher.
    @inlinable
    public func merge<Z, Y, X, W>(
      with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge7<A, B, C, Z, Y, X, W>
    where
      Z: Publisher, Y: Publisher, X: Publisher, W: Publisher,
      C.Failure == Z.Failure, C.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output,
      X.Failure == W.Failure, X.Output == W.Output
    {
      Publishers.Merge7(a, b, c, z, y, x, w)
    }

    /// Merges the values of five more publishers.
    ///
    /// - Parameters:
    ///   - z: The fourth publisher.
    ///   - y: The fifth publisher.
    ///   - x: The sixth publisher.
    ///   - w: The seventh publisher.
    ///   - v: The eighth publisher.
    @inlinable
    public func merge<Z, Y, X, W, V>(
      with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
    where
      Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher,
      C.Failure == Z.Failure, C.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output,
      X.Failure == W.Failure, X.Output == W.Output,
      W.Failure == V.Failure, W.Output == V.Output
    {
      Publishers.Merge8(a, b, c, z, y, x, w, v)
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and three others as they arrive.
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  @inlinable
  public func merge<B, C, D>(
    with b: B, _ c: C, _ d: D
  ) -> Publishers.Merge4<Self, B, C, D>
  where
    B: Publisher, C: Publisher, D: Publisher,
    Failure == B.Failure, Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output
  {
    Publishers.Merge4(self, b, c, d)
  }
}

extension Publishers {
  /// A publisher that publishes the values of four publishers as they arrive.
  ///
  /// Demand, completion and failure are handled as in `Publishers.MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge4`.
  @frozen
  public struct Merge4<A, B, C, D>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher,
    A.Failure == B.Failure, A.Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output
  {
    /// The values of the upstream publishers.
    public typealias Output = A.Output
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D

    /// Creates the publisher that `merge(with:)` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, D.Failure == S.Failure, D.Output == S.Input {
      let merging = Merging(count: 4, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
      c.subscribe(merging.side(2))
      d.subscribe(merging.side(3))
    }

    /// Merges the values of one more publisher.
    ///
    /// - Parameter other: The publisher to add.
    @inlinable
    public func merge<P>(
      with other: P
    ) -> Publishers.Merge5<A, B, C, D, P>
    where
      P: Publisher,
      D.Failure == P.Failure, D.Output == P.Output
    {
      Publishers.Merge5(a, b, c, d, other)
    }

    /// Merges the values of two more publishers.
    ///
    /// - Parameters:
    ///   - z: The fifth publisher.
    ///   - y: The sixth publisher.
    @inlinable
    public func merge<Z, Y>(
      with z: Z, _ y: Y
    ) -> Publishers.Merge6<A, B, C, D, Z, Y>
    where
      Z: Publisher, Y: Publisher,
      D.Failure == Z.Failure, D.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output
    {
      Publishers.Merge6(a, b, c, d, z, y)
    }

    /// Merges the values of three more publishers.
    ///
    /// - Parameters:
    ///   - z: The fifth publisher.
    ///   - y: The sixth publisher.
    ///   - x: The seventh publisher.
    @inlinable
    public func merge<Z, Y, X>(
      with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge7<A, B, C, D, Z, Y, X>
    where
      Z: Publisher, Y: Publisher, X: Publisher,
      D.Failure == Z.Failure, D.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output
    {
      Publishers.Merge7(a, b, c, d, z, y, x)
    }

    /// Merges the values of four more publishers.
    ///
    /// - Parameters:
    ///   - z: The fifth publisher.
    ///   - y: The sixth publisher.
    ///   - x: The seventh publisher.
    ///   - w: The eighth publisher.
    @inlinable
    public func merge<Z, Y, X, W>(
      with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
    where
      Z: Publisher, Y: Publisher, X: Publisher, W: Publisher,
      D.Failure == Z.Failure, D.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output,
      X.Failure == W.Failure, X.Output == W.Output
    {
      Publishers.Merge8(a, b, c, d, z, y, x, w)
    }
  }
}

extension Publishers.Merge4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and four others as they arrive.
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  @inlinable
  public func merge<B, C, D, E>(
    with b: B, _ c: C, _ d: D, _ e: E
  ) -> Publishers.Merge5<Self, B, C, D, E>
  where
    B: Publisher, C: Publisher, D: Publisher, E: Publisher,
    Failure == B.Failure, Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output
  {
    Publishers.Merge5(self, b, c, d, e)
  }
}

extension Publishers {
  /// A publisher that publishes the values of five publishers as they arrive.
  ///
  /// Demand, completion and failure are handled as in `Publishers.MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge5`.
  @frozen
  public struct Merge5<A, B, C, D, E>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher,
    A.Failure == B.Failure, A.Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output
  {
    /// The values of the upstream publishers.
    public typealias Output = A.Output
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D
    /// The fifth publisher.
    public let e: E

    /// Creates the publisher that `merge(with:)` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, E.Failure == S.Failure, E.Output == S.Input {
      let merging = Merging(count: 5, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
      c.subscribe(merging.side(2))
      d.subscribe(merging.side(3))
      e.subscribe(merging.side(4))
    }

    /// Merges the values of one more publisher.
    ///
    /// - Parameter other: The publisher to add.
    @inlinable
    public func merge<P>(
      with other: P
    ) -> Publishers.Merge6<A, B, C, D, E, P>
    where
      P: Publisher,
      E.Failure == P.Failure, E.Output == P.Output
    {
      Publishers.Merge6(a, b, c, d, e, other)
    }

    /// Merges the values of two more publishers.
    ///
    /// - Parameters:
    ///   - z: The sixth publisher.
    ///   - y: The seventh publisher.
    @inlinable
    public func merge<Z, Y>(
      with z: Z, _ y: Y
    ) -> Publishers.Merge7<A, B, C, D, E, Z, Y>
    where
      Z: Publisher, Y: Publisher,
      E.Failure == Z.Failure, E.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output
    {
      Publishers.Merge7(a, b, c, d, e, z, y)
    }

    /// Merges the values of three more publishers.
    ///
    /// - Parameters:
    ///   - z: The sixth publisher.
    ///   - y: The seventh publisher.
    ///   - x: The eighth publisher.
    @inlinable
    public func merge<Z, Y, X>(
      with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge8<A, B, C, D, E, Z, Y, X>
    where
      Z: Publisher, Y: Publisher, X: Publisher,
      E.Failure == Z.Failure, E.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output,
      Y.Failure == X.Failure, Y.Output == X.Output
    {
      Publishers.Merge8(a, b, c, d, e, z, y, x)
    }
  }
}

extension Publishers.Merge5: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and five others as they arrive.
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  ///   - f: The sixth publisher.
  @inlinable
  public func merge<B, C, D, E, F>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F>
  where
    B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
    Failure == B.Failure, Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output,
    E.Failure == F.Failure, E.Output == F.Output
  {
    Publishers.Merge6(self, b, c, d, e, f)
  }
}

extension Publishers {
  /// A publisher that publishes the values of six publishers as they arrive.
  ///
  /// Demand, completion and failure are handled as in `Publishers.MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge6`.
  @frozen
  public struct Merge6<A, B, C, D, E, F>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
    A.Failure == B.Failure, A.Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output,
    E.Failure == F.Failure, E.Output == F.Output
  {
    /// The values of the upstream publishers.
    public typealias Output = A.Output
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D
    /// The fifth publisher.
    public let e: E
    /// The sixth publisher.
    public let f: F

    /// Creates the publisher that `merge(with:)` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    ///   - f: The sixth publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, F.Failure == S.Failure, F.Output == S.Input {
      let merging = Merging(count: 6, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
      c.subscribe(merging.side(2))
      d.subscribe(merging.side(3))
      e.subscribe(merging.side(4))
      f.subscribe(merging.side(5))
    }

    /// Merges the values of one more publisher.
    ///
    /// - Parameter other: The publisher to add.
    @inlinable
    public func merge<P>(
      with other: P
    ) -> Publishers.Merge7<A, B, C, D, E, F, P>
    where
      P: Publisher,
      F.Failure == P.Failure, F.Output == P.Output
    {
      Publishers.Merge7(a, b, c, d, e, f, other)
    }

    /// Merges the values of two more publishers.
    ///
    /// - Parameters:
    ///   - z: The seventh publisher.
    ///   - y: The eighth publisher.
    @inlinable
    public func merge<Z, Y>(
      with z: Z, _ y: Y
    ) -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
    where
      Z: Publisher, Y: Publisher,
      F.Failure == Z.Failure, F.Output == Z.Output,
      Z.Failure == Y.Failure, Z.Output == Y.Output
    {
      Publishers.Merge8(a, b, c, d, e, f, z, y)
    }
  }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and six others as they arrive.
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  ///   - f: The sixth publisher.
  ///   - g: The seventh publisher.
  @inlinable
  public func merge<B, C, D, E, F, G>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  where
    B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher,
    Failure == B.Failure, Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output,
    E.Failure == F.Failure, E.Output == F.Output,
    F.Failure == G.Failure, F.Output == G.Output
  {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }
}

extension Publishers {
  /// A publisher that publishes the values of seven publishers as they arrive.
  ///
  /// Demand, completion and failure are handled as in `Publishers.MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge7`.
  @frozen
  public struct Merge7<A, B, C, D, E, F, G>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
    G: Publisher,
    A.Failure == B.Failure, A.Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output,
    E.Failure == F.Failure, E.Output == F.Output,
    F.Failure == G.Failure, F.Output == G.Output
  {
    /// The values of the upstream publishers.
    public typealias Output = A.Output
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D
    /// The fifth publisher.
    public let e: E
    /// The sixth publisher.
    public let f: F
    /// The seventh publisher.
    public let g: G

    /// Creates the publisher that `merge(with:)` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    ///   - f: The sixth publisher.
    ///   - g: The seventh publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, G.Failure == S.Failure, G.Output == S.Input {
      let merging = Merging(count: 7, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
      c.subscribe(merging.side(2))
      d.subscribe(merging.side(3))
      e.subscribe(merging.side(4))
      f.subscribe(merging.side(5))
      g.subscribe(merging.side(6))
    }

    /// Merges the values of one more publisher.
    ///
    /// - Parameter other: The publisher to add.
    @inlinable
    public func merge<P>(
      with other: P
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, P>
    where
      P: Publisher,
      G.Failure == P.Failure, G.Output == P.Output
    {
      Publishers.Merge8(a, b, c, d, e, f, g, other)
    }
  }
}

extension Publishers.Merge7: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable
{}

extension Publisher {
  /// Publishes the values of this publisher and seven others as they arrive.
  ///
  /// - Parameters:
  ///   - b: The second publisher.
  ///   - c: The third publisher.
  ///   - d: The fourth publisher.
  ///   - e: The fifth publisher.
  ///   - f: The sixth publisher.
  ///   - g: The seventh publisher.
  ///   - h: The eighth publisher.
  @inlinable
  public func merge<B, C, D, E, F, G, H>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
  ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
  where
    B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher,
    H: Publisher,
    Failure == B.Failure, Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output,
    E.Failure == F.Failure, E.Output == F.Output,
    F.Failure == G.Failure, F.Output == G.Output,
    G.Failure == H.Failure, G.Output == H.Output
  {
    Publishers.Merge8(self, b, c, d, e, f, g, h)
  }
}

extension Publishers {
  /// A publisher that publishes the values of eight publishers as they arrive.
  ///
  /// Demand, completion and failure are handled as in `Publishers.MergeMany`.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Merge8`.
  @frozen
  public struct Merge8<A, B, C, D, E, F, G, H>: Publisher
  where
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
    G: Publisher, H: Publisher,
    A.Failure == B.Failure, A.Output == B.Output,
    B.Failure == C.Failure, B.Output == C.Output,
    C.Failure == D.Failure, C.Output == D.Output,
    D.Failure == E.Failure, D.Output == E.Output,
    E.Failure == F.Failure, E.Output == F.Output,
    F.Failure == G.Failure, F.Output == G.Output,
    G.Failure == H.Failure, G.Output == H.Output
  {
    /// The values of the upstream publishers.
    public typealias Output = A.Output
    /// The error of the upstream publishers.
    public typealias Failure = A.Failure

    /// The first publisher.
    public let a: A
    /// The second publisher.
    public let b: B
    /// The third publisher.
    public let c: C
    /// The fourth publisher.
    public let d: D
    /// The fifth publisher.
    public let e: E
    /// The sixth publisher.
    public let f: F
    /// The seventh publisher.
    public let g: G
    /// The eighth publisher.
    public let h: H

    /// Creates the publisher that `merge(with:)` returns.
    ///
    /// - Parameters:
    ///   - a: The first publisher.
    ///   - b: The second publisher.
    ///   - c: The third publisher.
    ///   - d: The fourth publisher.
    ///   - e: The fifth publisher.
    ///   - f: The sixth publisher.
    ///   - g: The seventh publisher.
    ///   - h: The eighth publisher.
    @inlinable
    public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, H.Failure == S.Failure, H.Output == S.Input {
      let merging = Merging(count: 8, to: Outlet(subscriber))
      subscriber.receive(subscription: merging.subscription)
      a.subscribe(merging.side(0))
      b.subscribe(merging.side(1))
      c.subscribe(merging.side(2))
      d.subscribe(merging.side(3))
      e.subscribe(merging.side(4))
      f.subscribe(merging.side(5))
      g.subscribe(merging.side(6))
      h.subscribe(merging.side(7))
    }
  }
}

extension Publishers.Merge8: Equatable
where
  A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable,
  H: Equatable
{}
