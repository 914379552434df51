extension Publisher {
  /// Calls closures when something happens, before it is passed on.
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
  /// A publisher that calls closures when something happens to another.
  ///
  /// Completion and cancellation let go of the closures.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.HandleEvents`.
  public struct HandleEvents<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose events are told.
    public let upstream: Upstream
    /// Called with the subscription.
    public var receiveSubscription: ((any Subscription) -> Void)?
    /// Called with each value.
    public var receiveOutput: ((Upstream.Output) -> Void)?
    /// Called with the completion.
    public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
    /// Called when the subscriber cancels.
    public var receiveCancel: (() -> Void)?
    /// Called with what the subscriber asks for, also by what it returns for a value.
    public var receiveRequest: ((Subscribers.Demand) -> Void)?

    /// Makes the publisher; `handleEvents` does the same.
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
    // Reached by what the upstream sends alone, which is serial.
    @exclusivity(unchecked) @usableFromInline var subscription: ObservedSubscription?
    // Whether `receiveSubscription` runs, and how the upstream completed meanwhile.
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
      let observed = ObservedSubscription(
        "HandleEvents", subscription, allowsNoDemand: true,
        onRequest: receiveRequest ?? { _ in }, onCancel: receiveCancel ?? {})
      self.subscription = observed
      isBeginning = true
      receiveSubscription?(subscription)
      isBeginning = false
      downstream.receive(subscription: observed)
      if let completion = earlyCompletion.take() { receive(completion: completion) }
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
      guard subscription?.letGo() == true else { return }
      receiveCompletion?(completion)
      downstream.receive(completion: completion)
    }
  }
}
