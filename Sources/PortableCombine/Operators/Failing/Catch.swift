extension Publisher {
  /// Replaces a failed publisher with the publisher that `handler` returns.
  ///
  /// - Parameter handler: Makes the publisher that continues after an error.
  @inlinable
  public func `catch`<P>(
    _ handler: @escaping (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P: Publisher, Output == P.Output {
    Publishers.Catch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that continues with another publisher if the upstream fails.
  ///
  /// It requests from the new publisher the values that the upstream was asked for but did not send.
  @frozen
  public struct Catch<Upstream, NewPublisher>: Publisher
  where
    Upstream: Publisher, NewPublisher: Publisher, Upstream.Output == NewPublisher.Output
  {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns the replacement for a failed upstream.
    public let handler: (Upstream.Failure) -> NewPublisher

    /// Creates the publisher that `catch(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - handler: Makes the publisher that continues after an error.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == NewPublisher.Failure, NewPublisher.Output == S.Input {
      let handler = handler
      upstream.subscribe(
        CatchingSubscriber(
          "Catch", to: subscriber,
          handler: { (error) throws(NewPublisher.Failure) in handler(error) },
          mapFailure: { $0 }))
    }
  }
}

extension Publisher {
  /// Replaces a failed publisher with the publisher that `handler` returns, or fails with the error that it throws.
  ///
  /// - Parameter handler: Makes the publisher that continues after an error, or throws another
  ///   error.
  @inlinable
  public func tryCatch<P>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where P: Publisher, Output == P.Output {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that continues with another publisher if the upstream fails, or fails with the
  /// error that its closure throws.
  ///
  /// It requests from the new publisher the values that the upstream was asked for but did not send.
  @frozen
  public struct TryCatch<Upstream, NewPublisher>: Publisher
  where
    Upstream: Publisher, NewPublisher: Publisher, Upstream.Output == NewPublisher.Output
  {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns the replacement for a failed upstream.
    public let handler: (Upstream.Failure) throws -> NewPublisher

    /// Creates the publisher that `tryCatch(_:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - handler: Makes the publisher that continues after an error, or throws another error.
    @inlinable
    public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, NewPublisher.Output == S.Input {
      upstream.subscribe(
        CatchingSubscriber("TryCatch", to: subscriber, handler: handler, mapFailure: { $0 }))
    }
  }
}

/// The subscriber attached to the upstream of `catch` and `tryCatch`.
@frozen
@usableFromInline
struct CatchingSubscriber<Failure: Error, NewPublisher: Publisher, Downstream: Subscriber>:
  Subscriber, CustomStringConvertible
where NewPublisher.Output == Downstream.Input {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Handler = (Failure) throws(Downstream.Failure) -> NewPublisher

  @usableFromInline let downstream: Downstream
  @usableFromInline let handler: Handler
  /// Returns the operator's failure for that of the new publisher.
  @usableFromInline let mapFailure: (NewPublisher.Failure) -> Downstream.Failure
  @usableFromInline let subscription: SuccessiveSubscription
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @usableFromInline var description: String { subscription.description }

  @inlinable
  init(
    _ name: String, to downstream: Downstream, handler: @escaping Handler,
    mapFailure: @escaping (NewPublisher.Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.handler = handler
    self.mapFailure = mapFailure
    subscription = SuccessiveSubscription(name)
  }

  @inlinable
  func receive(subscription first: any Subscription) {
    if subscription.follow(first) { downstream.receive(subscription: subscription) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    subscription.pass { downstream.receive(input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: finish(with: .finished)
    case .failure(let error):
      if subscription.release(isLast: false).wasOver { return }
      do {
        try handler(error).subscribe(
          Successor(downstream: downstream, subscription: subscription, mapFailure: mapFailure))
      } catch {
        finish(with: .failure(error))
      }
    }
  }

  @inlinable
  func finish(with completion: Subscribers.Completion<Downstream.Failure>) {
    if subscription.release(isLast: true).wasOver { return }
    downstream.receive(completion: completion)
  }
}

/// The subscriber attached to a publisher that replaces a failed one.
@frozen
@usableFromInline
struct Successor<Downstream: Subscriber, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: SuccessiveSubscription
  @usableFromInline let mapFailure: (Failure) -> Downstream.Failure
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @usableFromInline var description: String { subscription.description }

  @inlinable
  init(
    downstream: Downstream, subscription: SuccessiveSubscription,
    mapFailure: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.subscription = subscription
    self.mapFailure = mapFailure
  }

  @inlinable
  func receive(subscription next: any Subscription) { subscription.follow(next) }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    subscription.pass { downstream.receive(input) }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if subscription.release(isLast: true).wasOver { return }
    downstream.receive(completion: completion.mapFailure(mapFailure))
  }
}
