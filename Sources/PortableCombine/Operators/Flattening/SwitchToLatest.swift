extension Publisher where Failure == Output.Failure, Output: Publisher {
  /// Publishes the values of the newest publisher that this one has sent.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Publishes the values of the newest publisher that this one has sent; these cannot fail.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>,
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher {
  /// Publishes the values of the newest publisher that this one has sent; only these can fail.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Output, Publishers.SetFailureType<Self, Output.Failure>
    >
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// Publishes the values of the newest publisher that this one has sent; none of them can fail.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publishers {
  /// A publisher that publishes the values of the newest publisher that its upstream has sent.
  ///
  /// It cancels the previous one. It requests unlimited publishers from the upstream, and from the
  /// newest publisher the values that were requested but have not been sent. It finishes when the
  /// upstream and the newest publisher have finished, and fails when either fails.
  @frozen
  public struct SwitchToLatest<P, Upstream>: Publisher
  where P: Publisher, P == Upstream.Output, Upstream: Publisher, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    /// The upstream publisher, whose values are publishers.
    public let upstream: Upstream

    /// Creates the publisher that `switchToLatest()` returns.
    ///
    /// - Parameter upstream: The upstream publisher.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, P.Output == S.Input, Upstream.Failure == S.Failure {
      let switching = Switching(to: Outlet(subscriber))
      subscriber.receive(subscription: switching.subscription)
      upstream.subscribe(Supplier(switching: switching))
    }
  }
}

extension Publishers.SwitchToLatest {
  /// The subscriber attached to the upstream.
  @frozen
  @usableFromInline
  struct Supplier: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Input = P
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let switching: Switching<Output, Failure>
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { switching.name }

    @inlinable
    init(switching: Switching<Output, Failure>) {
      self.switching = switching
    }

    @inlinable
    func receive(subscription: any Subscription) { switching.connect(to: subscription) }

    @inlinable
    func receive(_ input: P) -> Subscribers.Demand {
      if let side = switching.open() { input.subscribe(side) }
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      switching.close(with: completion)
    }
  }
}

extension Publishers.SwitchToLatest: Sendable where Upstream: Sendable {}
