/// The subscription to the newest of the publishers that an upstream sends.
@usableFromInline
final class Switching<Output, Failure: Error> {
  @usableFromInline let junction: Junction<SwitchInputs, Output, Failure>

  @inlinable
  init(to outlet: Outlet<Output, Failure>) {
    junction = Junction(SwitchInputs(), to: outlet)
  }

  @inlinable static var name: String { "SwitchToLatest" }

  /// The subscription for the subscriber.
  @inlinable var subscription: any Subscription {
    ClosureSubscription(
      Self.name, onRequest: { self.request($0) }, onCancel: { self.junction.cancel() })
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand)
  }

  /// Adds to the demand, and requests values from the newest publisher.
  @inlinable
  func ask(for demand: Subscribers.Demand) {
    let newest = junction.change { inputs in
      inputs.demand += demand
      return inputs.source.subscription
    }
    newest?.request(demand)
  }

  // MARK: The publisher of publishers

  /// Stores the subscription to the upstream. Cancels a second one.
  @inlinable
  func connect(to subscription: any Subscription) {
    let isTaken = junction.change { inputs in
      !inputs.isClosed && inputs.supplier.fill(with: subscription)
    }
    guard isTaken == true else { return subscription.cancel() }
    subscription.request(.unlimited)
  }

  /// Cancels the newest publisher, and returns the subscriber for its successor; nil if the stream
  /// is over.
  @inlinable
  func open() -> Side? {
    guard let opened = junction.change({ $0.open() }) else { return nil }
    opened.replaced.subscription.cancel()
    return Side(switching: self, number: opened.number)
  }

  /// Handles the completion of the upstream.
  @inlinable
  func close(with completion: Subscribers.Completion<Failure>) {
    var supplier = SubscriptionSlot()
    junction.finish { inputs in
      inputs.isClosed = true
      supplier = inputs.supplier.take()
      if case .finished = completion, !inputs.isFinished { return nil }
      return completion
    }
    _ = consume supplier
  }
}

extension Switching {
  /// The subscriber attached to one of the publishers.
  @frozen
  @usableFromInline
  struct Side: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Input = Output

    @usableFromInline let switching: Switching
    @usableFromInline let number: Int
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { Switching.name }

    @inlinable
    init(switching: Switching, number: Int) {
      self.switching = switching
      self.number = number
    }

    @inlinable
    func receive(subscription: any Subscription) {
      switching.junction.connect(subscription) { $0.add(subscription, of: number) }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
      let more = switching.junction.send(input) { $0.receive(of: number) }
      // By a request, because there may already be a newer publisher.
      if more > .none { switching.ask(for: more) }
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      var own = SubscriptionSlot()
      switching.junction.finish { inputs in
        guard number == inputs.newest else { return nil }
        own = inputs.finish(number)
        if case .finished = completion, !inputs.isFinished { return nil }
        return completion
      }
      _ = consume own
    }
  }
}
