extension Publisher {
  /// Calls the closures for each event, before the event is passed on.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the subscription.
  ///   - receiveOutput: Called with each value.
  ///   - receiveCompletion: Called with the completion.
  ///   - receiveCancel: Called when the subscriber cancels.
  ///   - receiveRequest: Called with each demand, including the demand returned for a value.
  @inlinable
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel,
      receiveRequest: receiveRequest)
  }
}

extension Publishers {
  /// A publisher that calls closures for the events between the upstream and the subscriber.
  ///
  /// Completion and cancellation release the closures. Values that `receiveSubscription` requests
  /// arrive after the subscriber has its subscription.
  public struct HandleEvents<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Called with the subscription.
    public var receiveSubscription: ((any Subscription) -> Void)?
    /// Called with each value.
    public var receiveOutput: ((Upstream.Output) -> Void)?
    /// Called with the completion.
    public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
    /// Called when the subscriber cancels.
    public var receiveCancel: (() -> Void)?
    /// Called with each demand, including the demand returned for a value.
    public var receiveRequest: ((Subscribers.Demand) -> Void)?

    /// Creates the publisher that `handleEvents` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - receiveSubscription: Called with the subscription; nil for nothing.
    ///   - receiveOutput: Called with each value; nil for nothing.
    ///   - receiveCompletion: Called with the completion; nil for nothing.
    ///   - receiveCancel: Called when the subscription is cancelled; nil for nothing.
    ///   - receiveRequest: Called with each demand; nil for nothing.
    @inlinable
    public init(
      upstream: Upstream,
      receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
      receiveCancel: (() -> Void)? = nil,
      receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Inner(
          downstream: subscriber, receiveSubscription: receiveSubscription,
          receiveOutput: receiveOutput, receiveCompletion: receiveCompletion,
          receiveCancel: receiveCancel, receiveRequest: receiveRequest))
    }
  }
}

extension Publishers.HandleEvents {
  @usableFromInline
  final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let receiveSubscription: ((any Subscription) -> Void)?
    @usableFromInline let receiveOutput: ((Upstream.Output) -> Void)?
    @usableFromInline
    let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
    @usableFromInline let receiveCancel: (() -> Void)?
    @usableFromInline let receiveRequest: ((Subscribers.Demand) -> Void)?
    // Accessed only in calls from the upstream, which are serial or nested.
    @exclusivity(unchecked) @usableFromInline var subscription: ObservedSubscription?
    // Whether `receiveSubscription` is running, and the completion that arrived in the meantime.
    @exclusivity(unchecked) @usableFromInline var isBeginning = false
    @exclusivity(unchecked) @usableFromInline
    var earlyCompletion: Subscribers.Completion<Upstream.Failure>?

    @usableFromInline var description: String { "HandleEvents" }

    @inlinable
    init(
      downstream: Downstream,
      receiveSubscription: ((any Subscription) -> Void)?,
      receiveOutput: ((Upstream.Output) -> Void)?,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?,
      receiveCancel: (() -> Void)?,
      receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      self.downstream = downstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard self.subscription == nil else { return subscription.cancel() }
      guard let receiveSubscription else {
        return downstream.receive(subscription: observed(subscription))
      }
      let early = EarlySubscription("HandleEvents", subscription)
      let observed = observed(early)
      isBeginning = true
      receiveSubscription(early)
      isBeginning = false
      early.beginHandover()
      downstream.receive(subscription: observed)
      early.sendWaiting()
      if let completion = earlyCompletion.take() { receive(completion: completion) }
    }

    /// Stores and returns the subscription for the subscriber.
    @inlinable
    func observed(_ upstream: any Subscription) -> ObservedSubscription {
      let observed = ObservedSubscription(
        "HandleEvents", upstream, allowsNoDemand: true,
        onRequest: receiveRequest ?? { _ in }, onCancel: receiveCancel ?? {})
      subscription = observed
      return observed
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      receiveOutput?(input)
      let more = downstream.receive(input)
      if more > .none { receiveRequest?(more) }
      return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      if isBeginning {
        earlyCompletion = completion
        return
      }
      guard subscription?.release() == true else { return }
      receiveCompletion?(completion)
      downstream.receive(completion: completion)
    }
  }
}
