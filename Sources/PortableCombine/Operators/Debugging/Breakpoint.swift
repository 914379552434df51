extension Publisher {
  /// Raises the signal `SIGTRAP`, which stops a debugger, when one of the closures returns true.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Returns whether to stop when the subscription arrives.
  ///   - receiveOutput: Returns whether to stop at a value.
  ///   - receiveCompletion: Returns whether to stop at the completion.
  @inlinable
  public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil,
    receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Raises the signal `SIGTRAP`, which stops a debugger, if the publisher fails.
  @inlinable
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: {
      if case .failure = $0 { true } else { false }
    })
  }
}

extension Publishers {
  /// A publisher that raises the signal `SIGTRAP` at events that its closures select.
  ///
  /// Without a debugger the signal ends the process.
  @frozen
  public struct Breakpoint<Upstream>: Publisher where Upstream: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// Returns whether to stop when the subscription arrives.
    public let receiveSubscription: ((any Subscription) -> Bool)?
    /// Returns whether to stop at a value.
    public let receiveOutput: ((Upstream.Output) -> Bool)?
    /// Returns whether to stop at the completion.
    public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

    /// Creates the publisher that `breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)` returns.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - receiveSubscription: Returns whether to stop in the debugger at a subscription; nil for
    ///     never.
    ///   - receiveOutput: Returns whether to stop in the debugger at a value; nil for never.
    ///   - receiveCompletion: Returns whether to stop in the debugger at the completion; nil for
    ///     never.
    @inlinable
    public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable
    public func receive<S>(subscriber: S)
    where S: Subscriber, Failure == S.Failure, Output == S.Input {
      upstream.subscribe(
        Inner(
          downstream: subscriber, receiveSubscription: receiveSubscription,
          receiveOutput: receiveOutput, receiveCompletion: receiveCompletion))
    }
  }
}

extension Publishers.Breakpoint {
  @frozen
  @usableFromInline
  struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    @usableFromInline let downstream: Downstream
    @usableFromInline let receiveSubscription: ((any Subscription) -> Bool)?
    @usableFromInline let receiveOutput: ((Upstream.Output) -> Bool)?
    @usableFromInline let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { "Breakpoint" }

    @inlinable
    init(
      downstream: Downstream, receiveSubscription: ((any Subscription) -> Bool)?,
      receiveOutput: ((Upstream.Output) -> Bool)?,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?
    ) {
      self.downstream = downstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard let receiveSubscription else {
        return downstream.receive(subscription: subscription)
      }
      let early = EarlySubscription("Breakpoint", subscription)
      if receiveSubscription(early) { stopInDebugger() }
      early.beginHandover()
      downstream.receive(subscription: early)
      early.sendWaiting()
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      if receiveOutput?(input) == true { stopInDebugger() }
      return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      if receiveCompletion?(completion) == true { stopInDebugger() }
      downstream.receive(completion: completion)
    }
  }
}
