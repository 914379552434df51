/// The subscription to a publisher whose values begin, or end, with a signal from another.
@usableFromInline
final class Signalling<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline let junction: Junction<SignalInputs, Output, Failure>
  @usableFromInline let description: String

  /// - Parameter isPassing: whether values are passed on before the signal; else after it.
  @inlinable
  init(_ name: String, isPassing: Bool, to outlet: Outlet<Output, Failure>) {
    junction = Junction(SignalInputs(isPassing: isPassing), to: outlet)
    description = name
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand)
  }

  @usableFromInline
  func cancel() {
    junction.end { $0.removeAll() }?.cancel()
  }

  @usableFromInline
  func ask(for demand: Subscribers.Demand) {
    junction.change { $0.add(demand) }??.request(demand)
  }

  /// Lets values pass from now on.
  @usableFromInline
  func open() {
    let signal = junction.change { inputs in
      inputs.isPassing = true
      return inputs.signal.take()
    }
    signal??.cancel()
  }

  /// Ends it, and cancels what is left.
  @usableFromInline
  func end(with completion: Subscribers.Completion<Failure>) {
    var rest: SignalInputs?
    _ = junction.update { inputs in
      rest = inputs.removeAll()
      return .completion(completion)
    }
    rest?.cancel()
  }

  /// Takes in the end of the signal, which is the end of all if it never came.
  @usableFromInline
  func endOfSignal(with completion: Subscribers.Completion<Failure>) {
    let signal = junction.change { (released: $0.signal.take(), cameBefore: $0.isPassing) }
    if let signal, !signal.cameBefore { end(with: completion) }
  }

  // MARK: Subscribers

  /// Takes in the upstream's subscription.
  @usableFromInline
  func connect(to subscription: any Subscription) {
    // Nil as well if it is over: then nothing is changed.
    let demand = junction.change { $0.add(upstream: subscription) } ?? nil
    guard let demand else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  /// Takes in the signal's subscription, and asks it for one value.
  @usableFromInline
  func connect(toSignal subscription: any Subscription) {
    let isTaken = junction.change { $0.add(signal: subscription) }
    guard isTaken == true else { return subscription.cancel() }
    subscription.request(.max(1))
  }
}

extension Signalling {
  /// The subscriber of the upstream.
  @frozen
  @usableFromInline
  struct Upstream: Subscriber {
    @usableFromInline typealias Input = Output

    @usableFromInline let signalling: Signalling
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable
    init(_ signalling: Signalling) {
      self.signalling = signalling
    }

    @usableFromInline
    func receive(subscription: any Subscription) { signalling.connect(to: subscription) }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
      var isPassing = false
      let more = signalling.junction.send(input) { inputs in
        isPassing = inputs.isPassing
        return isPassing
      }
      // A value left out is asked for anew.
      return isPassing ? more : .max(1)
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
      signalling.end(with: completion)
    }
  }
}
