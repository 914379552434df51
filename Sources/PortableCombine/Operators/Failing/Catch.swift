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
  /// It requests from the new publisher the values that the upstream was asked for but did not
  /// send.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.Catch`.
  @frozen
  public struct Catch<Upstream, NewPublisher>: Publisher
  where
    Upstream: Publisher, NewPublisher: Publisher, Upstream.Output == NewPublisher.Output
  {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error of the upstream publisher.
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

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == NewPublisher.Failure, NewPublisher.Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, handler: handler))
    }
  }
}

extension Publishers.Catch {
  /// The subscriber attached to the upstream.
  @frozen
  @usableFromInline
  struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == NewPublisher.Failure {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let handler: (Upstream.Failure) -> NewPublisher
    @usableFromInline let subscription = SuccessiveSubscription("Catch")
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { "Catch" }

    @inlinable
    init(downstream: Downstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.downstream = downstream
      self.handler = handler
    }

    @inlinable
    func receive(subscription first: any Subscription) {
      if subscription.follow(first) { downstream.receive(subscription: subscription) }
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      subscription.pass { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      switch completion {
      case .finished:
        if subscription.finish() { downstream.receive(completion: .finished) }
      case .failure(let error):
        guard subscription.leave() else { return }
        handler(error).subscribe(
          Successor(downstream: downstream, subscription: subscription) { $0 })
      }
    }
  }
}

extension Publisher {
  /// Replaces a failed publisher with the publisher that `handler` returns, or fails with the error
  /// that it throws.
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
  /// It requests from the new publisher the values that the upstream was asked for but did not
  /// send.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TryCatch`.
  @frozen
  public struct TryCatch<Upstream, NewPublisher>: Publisher
  where
    Upstream: Publisher, NewPublisher: Publisher, Upstream.Output == NewPublisher.Output
  {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The error with which this publisher can fail.
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

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == any Error, NewPublisher.Output == S.Input {
      upstream.subscribe(Inner(downstream: subscriber, handler: handler))
    }
  }
}

extension Publishers.TryCatch {
  /// The subscriber attached to the upstream.
  @frozen
  @usableFromInline
  struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == any Error {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let handler: (Upstream.Failure) throws -> NewPublisher
    @usableFromInline let subscription = SuccessiveSubscription("TryCatch")
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { "TryCatch" }

    @inlinable
    init(downstream: Downstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.downstream = downstream
      self.handler = handler
    }

    @inlinable
    func receive(subscription first: any Subscription) {
      if subscription.follow(first) { downstream.receive(subscription: subscription) }
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      subscription.pass { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      switch completion {
      case .finished:
        if subscription.finish() { downstream.receive(completion: .finished) }
      case .failure(let error):
        guard subscription.leave() else { return }
        do {
          try handler(error).subscribe(
            Successor(downstream: downstream, subscription: subscription) { $0 })
        } catch {
          if subscription.finish() { downstream.receive(completion: .failure(error)) }
        }
      }
    }
  }
}
