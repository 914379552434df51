import PlayheadLocking
import Synchronization

/// The implementation of the subjects: sends each value to all subscribers, within their demand.
@usableFromInline
final class Broadcast<Output, Failure: Error> {
  @usableFromInline let keepsLatest: Bool
  @usableFromInline let demandRule: DemandRule
  @usableFromInline let name: StaticString
  @usableFromInline let state: Locked<BroadcastState<Output, Failure>>
  /// Whether values have been requested from the upstreams; read without the lock.
  @usableFromInline let hasAsked: Atomic<Bool>

  /// Creates a broadcast, which stores the latest value for later requests if there is an initial one.
  @inlinable
  init(_ name: StaticString, latest: Output?, ignoresDemand: Bool = false) {
    keepsLatest = latest != nil
    demandRule = ignoresDemand ? .ignored : latest != nil ? .owing : .dropping
    self.name = name
    state = Locked(BroadcastState(latest: latest))
    hasAsked = Atomic(latest != nil)
  }

  deinit {
    for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
  }

  // MARK: Sending

  /// Sends a value. A subject passes `keepsLatest` as a constant, which the compiler propagates.
  @inlinable
  @inline(__always)
  func send(_ value: Output, keeping keepsLatest: Bool) {
    let thread = currentThread()
    // The replaced value is released at the end, because its deinitializer may request values.
    let (receivers, replaced) = state.withLock { $0.begin(value, keeping: keepsLatest, on: thread) }
    guard let receivers else { return send(value) }
    deliver(value, to: receivers, owing: keepsLatest)
    finishTurn()
    withExtendedLifetime(replaced) {}
  }

  /// Sends a value even if the turn is not free. Not inlined, so that the common path is small.
  @inlinable
  @inline(never)
  func send(_ value: Output) {
    let thread = currentThread()
    let (claim, receivers, replaced) = state.withLock {
      $0.send(value, keeping: keepsLatest, on: thread)
    }
    guard claim != .taken else { return }
    deliver(value, to: receivers, owing: keepsLatest)
    if claim == .first { finishTurn() }
    withExtendedLifetime(replaced) {}
  }

  /// Replaces the latest value without sending it.
  @inlinable
  func keep(_ value: Output) {
    var replaced: Output? = value
    state.withLock { swap(&replaced, &$0.latest) }
  }

  /// Replaces the latest value and sends it. After the completion, it is not sent.
  @inlinable
  func set(_ value: Output) {
    if state.withLock({ $0.completion != nil }) { keep(value) } else { send(value, keeping: true) }
  }

  @inlinable
  func send(completion: Subscribers.Completion<Failure>) {
    let thread = currentThread()
    let (claim, receivers) = state.withLock { $0.complete(completion, on: thread) }
    guard claim != .taken else { return }
    deliver(completion, to: receivers)
    if claim == .first { finishTurn() }
  }

  /// Sends the latest value to a subscriber that requested values after it was sent.
  @inlinable
  func catchUp(_ conduit: Conduit) {
    let thread = currentThread()
    let (claim, receiver) = state.withLock { $0.catchUp(conduit, on: thread) }
    guard claim != .taken else { return }
    if let receiver { deliverOwed(to: receiver) }
    if claim == .first { finishTurn() }
  }

  // MARK: Delivering, by the thread that has the turn

  /// Sends a value to the subscribers with demand; if `keepsLatest`, the others are owed it.
  @inlinable
  func deliver(
    _ value: Output, to receivers: ContiguousArray<Receiver<Output, Failure>>,
    owing keepsLatest: Bool
  ) {
    for receiver in receivers where receiver.conduit.ledger.spend(owing: keepsLatest) {
      let more = receiver.receiveValue(value)
      if more > .none { add(more, for: receiver) }
    }
  }

  // Not inlined, so that the common path is small enough to be inlined.
  @inlinable
  @inline(never)
  func add(_ more: Subscribers.Demand, for receiver: Receiver<Output, Failure>) {
    if receiver.conduit.ledger.add(more) { deliverOwed(to: receiver) }
  }

  @inlinable
  func deliver(
    _ completion: Subscribers.Completion<Failure>,
    to receivers: ContiguousArray<Receiver<Output, Failure>>
  ) {
    for receiver in receivers where receiver.conduit.ledger.close() {
      _ = receiver.conduit.subject.revoke()
      receiver.receiveCompletion(completion)
    }
  }

  @inlinable
  func deliverOwed(to receiver: Receiver<Output, Failure>) {
    while let latest = state.withLock({ $0.owedValue(for: receiver) }),
      deliverOwed(latest, to: receiver)
    {}
  }

  /// Sends a value to a receiver that is owed one. Returns whether it has requested another one.
  @inlinable
  func deliverOwed(_ value: Output, to receiver: Receiver<Output, Failure>) -> Bool {
    guard receiver.conduit.ledger.spendOwed() else { return false }
    let more = receiver.receiveValue(value)
    return more > .none && receiver.conduit.ledger.add(more)
  }

  @inlinable
  func finishTurn() {
    if !state.withLock({ $0.turn.giveBack() }) { deliverWaiting() }
  }

  // Not inlined, so that the common path stays small.
  @inlinable
  @inline(never)
  func deliverWaiting() {
    while true {
      let waiting = state.withLock { $0.turn.next() }
      if waiting.isEmpty { return }
      for event in waiting {
        switch event {
        case .value(let value, let receivers) where keepsLatest:
          deliverDeferred(value, to: receivers)
        case .value(let value, let receivers): deliver(value, to: receivers, owing: false)
        case .completion(let completion, let receivers): deliver(completion, to: receivers)
        case .owed(let value, let receiver):
          if deliverOwed(value, to: receiver) { deliverOwed(to: receiver) }
        }
      }
    }
  }
}
