import PlayheadLocking

/// Combines several upstreams: stores their events, decides under one lock, and sends to the
/// subscriber after unlocking, one signal at a time.
///
/// `Inputs` is the operator's pure state machine. Its signals are sent in the order of its
/// decisions, regardless of the threads that made them.
@usableFromInline
package final class Junction<Inputs, Output, Failure: Error> {
  @frozen
  @usableFromInline
  package enum Signal {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline
  struct State {
    @usableFromInline var inputs: Inputs
    @usableFromInline var turn: Turn<Signal>
    @usableFromInline var isOver = false

    @inlinable
    init(inputs: Inputs, isHeld: Bool) {
      self.inputs = inputs
      turn = Turn(isHeld: isHeld)
    }
  }

  @usableFromInline let state: Locked<State>
  @usableFromInline let outlet: Revocable

  /// Creates a junction. If it is held, signals wait until `handOver(_:to:)`, after the upstreams were subscribed to.
  @inlinable
  package init(_ inputs: Inputs, to outlet: Outlet<Output, Failure>, isHeld: Bool = false) {
    state = Locked(State(inputs: inputs, isHeld: isHeld))
    self.outlet = Revocable(outlet)
  }

  /// Sends the subscription, and then the signals that waited for it. Returns the subscriber's demand from these.
  @inlinable
  package func handOver<S: Subscriber>(
    _ subscription: any Subscription, to subscriber: S
  ) -> Subscribers.Demand {
    let thread = currentThread()
    state.withLock { $0.turn.beginHandover(on: thread) }
    subscriber.receive(subscription: subscription)
    return state.withLock { $0.turn.endHandover(on: thread) } ? deliverWaiting() : .none
  }

  /// Changes the inputs, and sends the signal that `change` returns, unless the stream has ended.
  ///
  /// `change` runs under the lock, so it must not call client code or release its objects. A completion that it returns
  /// ends the stream. If looped, a signal decided inside a delivery on the same thread is sent after it, so that the
  /// stack does not grow. Returns the subscriber's additional demand.
  @inlinable
  @inline(__always)
  package func update(
    isLooped: Bool = false, _ change: (inout Inputs) -> Signal?
  ) -> Subscribers.Demand {
    update(isLooped: isLooped) { inputs, _ in change(&inputs) }
  }

  /// As `update(isLooped:_:)`. `change` also learns whether this call is inside a delivery on the same thread.
  @inlinable
  @inline(__always)
  func update(
    isLooped: Bool = false, _ change: (inout Inputs, _ isNested: Bool) -> Signal?
  ) -> Subscribers.Demand {
    let thread = currentThread()
    let decision = state.withLock { state -> (Turn<Signal>.Claim, Signal)? in
      let isNested = state.turn.isHeld(by: thread)
      guard !state.isOver, let signal = change(&state.inputs, isNested) else { return nil }
      if case .completion = signal { state.isOver = true }
      var claim = state.turn.claimInOrder(for: thread)
      if isLooped, claim == .nested { claim = .taken }
      if claim == .taken { state.turn.handOver(signal) }
      return (claim, signal)
    }
    guard let (claim, signal) = decision, claim != .taken else { return .none }
    let more = deliver(signal)
    return claim == .first ? more + finishTurn() : more
  }

  /// Changes the inputs, and sends `value` if `isToSend` returns true: as `update`, for values sent unchanged.
  @inlinable
  @inline(__always)
  package func send(
    _ value: Output, if isToSend: (inout Inputs) -> Bool
  ) -> Subscribers.Demand {
    let thread = currentThread()
    let claim = state.withLock { state -> Turn<Signal>.Claim in
      guard !state.isOver, isToSend(&state.inputs) else { return .taken }
      let claim = state.turn.claimInOrder(for: thread)
      if claim == .taken { state.turn.handOver(.value(value)) }
      return claim
    }
    guard claim != .taken else { return .none }
    var more = Subscribers.Demand.none
    outlet.use(as: Outlet<Output, Failure>.self) { more = $0.receiveValue(value) }
    return claim == .first ? more + finishTurn() : more
  }

  /// Changes or reads the inputs without a signal; nil, without running `change`, after the end.
  ///
  /// `change` runs under the lock, so it must not call client code or release its objects.
  @inlinable
  @inline(__always)
  package func change<Result>(_ change: (inout Inputs) -> Result) -> Result? {
    state.withLock { $0.isOver ? nil : change(&$0.inputs) }
  }

  /// Sends a completion after the end, unless the subscription was cancelled.
  @inlinable
  func complete(with completion: Subscribers.Completion<Failure>, isLooped: Bool) {
    let thread = currentThread()
    let claim = state.withLock { state -> Turn<Signal>.Claim in
      var claim = state.turn.claimInOrder(for: thread)
      if isLooped, claim == .nested { claim = .taken }
      if claim == .taken { state.turn.handOver(.completion(completion)) }
      return claim
    }
    guard claim != .taken else { return }
    _ = deliver(.completion(completion))
    if claim == .first { _ = finishTurn() }
  }

  @inlinable
  @inline(__always)
  func deliver(_ signal: Signal) -> Subscribers.Demand {
    var more = Subscribers.Demand.none
    outlet.use(as: Outlet<Output, Failure>.self) {
      switch signal {
      case .value(let value):
        more = $0.receiveValue(value)
      case .completion(let completion):
        _ = outlet.revoke()
        $0.receiveCompletion(completion)
      }
    }
    return more
  }

  @inlinable
  @inline(__always)
  func finishTurn() -> Subscribers.Demand {
    state.withLock { $0.turn.giveBack() } ? .none : deliverWaiting()
  }

  // Not inlined, so that the common path stays small.
  @inlinable
  @inline(never)
  func deliverWaiting() -> Subscribers.Demand {
    var more = Subscribers.Demand.none
    while true {
      let waiting = state.withLock { $0.turn.next() }
      if waiting.isEmpty { return more }
      for signal in waiting { more += deliver(signal) }
    }
  }
}
