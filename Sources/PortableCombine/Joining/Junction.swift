import Locking

/// Where several upstreams meet: keeps what came from them, decides under one lock, and sends to
/// the subscriber outside of it, serially.
///
/// `Inputs` is the operator's pure state machine. What it decides to send goes out in the order of
/// the decisions, whatever threads they were made on.
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

  /// - Parameter isHeld: whether what is decided waits until `handOver(_:to:)`: for operators that
  ///   subscribe to their upstreams before they hand over a subscription.
  @inlinable
  package init(_ inputs: Inputs, to outlet: Outlet<Output, Failure>, isHeld: Bool = false) {
    state = Locked(State(inputs: inputs, isHeld: isHeld))
    self.outlet = Revocable(outlet)
  }

  /// Hands over the subscription, then sends what waited for that.
  @inlinable
  package func handOver<S: Subscriber>(_ subscription: any Subscription, to subscriber: S) {
    let thread = currentThread()
    state.withLock { $0.turn.beginHandover(on: thread) }
    subscriber.receive(subscription: subscription)
    // Nothing but a completion waits here: no value comes unless it is asked for.
    if state.withLock({ $0.turn.endHandover(on: thread) }) { _ = deliverWaiting() }
  }

  /// Changes the inputs, and sends what `change` decides; nothing of it once it is over.
  ///
  /// Under the lock `change` must call nothing foreign and let nothing foreign be released. A
  /// completion it decides on is the end.
  ///
  /// - Parameter isLooped: whether what is decided inside a delivery of this thread follows that,
  ///   rather than being delivered inside it: so however often that happens, the stack stays as it
  ///   is.
  /// - Returns: what the subscriber asked for on top, for all that this thread delivered.
  @inlinable
  @inline(__always)
  package func update(
    isLooped: Bool = false, _ change: (inout Inputs) -> Signal?
  ) -> Subscribers.Demand {
    let thread = currentThread()
    let decision = state.withLock { state -> (Turn<Signal>.Claim, Signal)? in
      guard !state.isOver, let signal = change(&state.inputs) else { return nil }
      if case .completion = signal { state.isOver = true }
      var claim = state.turn.claim(for: thread)
      if isLooped, claim == .nested { claim = .taken }
      if claim == .taken { state.turn.handOver(signal) }
      return (claim, signal)
    }
    guard let (claim, signal) = decision, claim != .taken else { return .none }
    let more = deliver(signal)
    return claim == .first ? more + finishTurn() : more
  }

  /// Changes the inputs, and sends `value` if `isToSend` says so: what `update` does, for values
  /// that go on as they came.
  ///
  /// - Returns: what the subscriber asked for on top, for all that this thread delivered.
  @inlinable
  @inline(__always)
  package func send(
    _ value: Output, if isToSend: (inout Inputs) -> Bool
  ) -> Subscribers.Demand {
    let thread = currentThread()
    let claim = state.withLock { state -> Turn<Signal>.Claim in
      guard !state.isOver, isToSend(&state.inputs) else { return .taken }
      let claim = state.turn.claim(for: thread)
      if claim == .taken { state.turn.handOver(.value(value)) }
      return claim
    }
    guard claim != .taken else { return .none }
    var more = Subscribers.Demand.none
    outlet.use(as: Outlet<Output, Failure>.self) { more = $0.receiveValue(value) }
    return claim == .first ? more + finishTurn() : more
  }

  /// Changes or reads the inputs, and sends nothing; nil, without running `change`, once it is
  /// over.
  ///
  /// Under the lock `change` must call nothing foreign and let nothing foreign be released.
  @inlinable
  @inline(__always)
  package func change<Result>(_ change: (inout Inputs) -> Result) -> Result? {
    state.withLock { $0.isOver ? nil : change(&$0.inputs) }
  }

  /// Ends it, taking out what `change` lets go of; nil if it was over.
  @inlinable
  package func end<Result>(_ change: (inout Inputs) -> Result) -> Result? {
    let result = state.withLock { state -> Result? in
      if state.isOver { return nil }
      state.isOver = true
      return change(&state.inputs)
    }
    _ = outlet.revoke()
    return result
  }

  /// Sends a completion after it is over, unless it was cancelled.
  @inlinable
  func complete(with completion: Subscribers.Completion<Failure>, isLooped: Bool) {
    let thread = currentThread()
    let claim = state.withLock { state -> Turn<Signal>.Claim in
      var claim = state.turn.claim(for: thread)
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
    state.withLock { $0.turn.giveUp() } ? .none : deliverWaiting()
  }

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
