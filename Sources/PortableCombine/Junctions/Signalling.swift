/// The subscriber and the subscription of `drop(untilOutputFrom:)` and `prefix(untilOutputFrom:)`.
/// The signal, the first value of the other publisher, starts or ends the stream.
@usableFromInline
final class Signalling<Input, Failure: Error>: Subscriber, Subscription, CustomStringConvertible {
  @usableFromInline let junction: Junction<SignalInputs, Input, Failure>
  @usableFromInline let description: String
  @usableFromInline let endsAtSignal: Bool

  /// Creates the subscription. It is sent by `Junction.handOver(_:to:)` if values pass before the signal, not after it.
  @inlinable
  init(_ name: String, isPassing: Bool, to outlet: Outlet<Input, Failure>) {
    junction = Junction(SignalInputs(isPassing: isPassing), to: outlet, isHeld: isPassing)
    description = name
    endsAtSignal = isPassing
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    junction.change { $0.add(demand) }?.request(demand)
  }

  @usableFromInline
  func cancel() { junction.cancel() }

  // MARK: The signal

  /// Stores the subscription to the signal, and requests one value from it.
  @usableFromInline
  func connect(toSignal subscription: any Subscription) {
    junction.connect(subscription) { $0.signal.fill(with: subscription) ? .max(1) : nil }
  }

  /// Handles the signal: ends the stream, or passes values on from now on.
  @usableFromInline
  func receiveSignal() {
    if endsAtSignal { return end(with: .finished) }
    let signal = junction.change { inputs in
      inputs.isPassing = true
      return inputs.signal.take()
    }
    signal?.subscription.cancel()
  }

  /// Ends the stream, and cancels the remaining subscriptions.
  @usableFromInline
  func end(with completion: Subscribers.Completion<Failure>) {
    junction.finish { _ in completion }
  }

  /// Handles the end of the signal's publisher. If values are still held back, the stream ends.
  @usableFromInline
  func endOfSignal(with completion: Subscribers.Completion<Failure>) {
    let signal = junction.change { (released: $0.signal.take(), cameBefore: $0.isPassing) }
    if let signal, !signal.cameBefore { end(with: completion) }
  }

  // MARK: The upstream

  /// Stores the upstream's subscription.
  @usableFromInline
  func receive(subscription: any Subscription) {
    junction.connect(subscription) { $0.add(upstream: subscription) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    var isEarly = false
    // A dropped value uses up demand.
    let more = junction.send(input) { inputs in
      isEarly = inputs.awaitsSubscription && inputs.upstream.isEmpty
      return inputs.isPassing && !isEarly
    }
    precondition(!isEarly, "A value must not come before the subscription.")
    return more
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    var own = SubscriptionSlot()
    junction.finish { inputs in
      own = inputs.upstream.take()
      return completion
    }
    _ = consume own
  }
}

extension Signalling {
  /// The subscriber attached to the publisher of the signal.
  @frozen
  @usableFromInline
  struct Signal<Value, SignalFailure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline let signalling: Signalling
    /// Returns the completion if the publisher ends without a signal.
    @usableFromInline
    let convert: (Subscribers.Completion<SignalFailure>) -> Subscribers.Completion<Failure>
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { signalling.description }

    @inlinable
    init(
      of signalling: Signalling,
      convert: @escaping (Subscribers.Completion<SignalFailure>) -> Subscribers.Completion<Failure>
    ) {
      self.signalling = signalling
      self.convert = convert
    }

    @inlinable
    func receive(subscription: any Subscription) { signalling.connect(toSignal: subscription) }

    @inlinable
    func receive(_ input: Value) -> Subscribers.Demand {
      signalling.receiveSignal()
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<SignalFailure>) {
      signalling.endOfSignal(with: convert(completion))
    }
  }
}
