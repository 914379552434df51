/// The subscription to the newest of the publishers that an upstream sends.
@usableFromInline
final class Switching<Output, Failure: Error> {
  @usableFromInline let junction: Junction<SwitchInputs, Output, Failure>

  @inlinable
  init(to outlet: Outlet<Output, Failure>) {
    junction = Junction(SwitchInputs(), to: outlet)
  }

  @inlinable var name: String { "SwitchToLatest" }

  @inlinable var subscription: any Subscription {
    ClosureSubscription(
      name, onRequest: { self.request($0) }, onCancel: { self.junction.cancel() })
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
    junction.connect(subscription) { inputs in
      !inputs.isClosed && inputs.supplier.fill(with: subscription) ? .unlimited : nil
    }
  }

  /// Cancels the newest publisher, and returns the subscriber for its successor; nil after the end.
  @inlinable
  func open() -> Side<Switching>? {
    guard let opened = junction.change({ $0.open() }) else { return nil }
    opened.replaced.subscription.cancel()
    return Side(of: self, opened.number)
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

/// The signals of the publishers that were sent. Only the newest one counts.
extension Switching: SideParent {
  @inlinable
  func connect(to subscription: any Subscription, at number: Int) {
    junction.connect(subscription) { $0.add(subscription, of: number) }
  }

  @inlinable
  @inline(__always)
  func receive(_ value: Output, at number: Int) -> Subscribers.Demand {
    let more = junction.send(value) { $0.receive(of: number) }
    // By a request, because there may already be a newer publisher.
    if more > .none { ask(for: more) }
    return .none
  }

  @inlinable
  func receive(_ completion: Subscribers.Completion<Failure>, at number: Int) {
    var own = SubscriptionSlot()
    junction.finish { inputs in
      guard number == inputs.newest else { return nil }
      own = inputs.finish(number)
      if case .finished = completion, !inputs.isFinished { return nil }
      return completion
    }
    _ = consume own
  }
}
