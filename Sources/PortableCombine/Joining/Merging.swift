/// The subscription to several publishers whose values are sent as they come.
///
/// The publishers are known from the beginning, or come from a publisher of publishers.
@usableFromInline
final class Merging<Output, Failure: Error> {
  @usableFromInline let junction: Junction<MergeInputs<Output>, Output, Failure>
  /// How its subscription reads.
  @usableFromInline let name: String
  /// How many publishers there may be at once; nil if they are known from the beginning.
  @usableFromInline let maxPublishers: Subscribers.Demand?

  /// Makes the subscription to `count` publishers.
  @inlinable
  init(count: Int, to outlet: Outlet<Output, Failure>) {
    junction = Junction(MergeInputs(count: count), to: outlet)
    name = "Merge"
    maxPublishers = nil
  }

  /// Makes the subscription to publishers that another publishes.
  @inlinable
  init(_ name: String, maxPublishers: Subscribers.Demand, to outlet: Outlet<Output, Failure>) {
    junction = Junction(MergeInputs(count: 0, isOpen: true), to: outlet)
    self.name = name
    self.maxPublishers = maxPublishers
  }

  /// The subscription to be handed over.
  @inlinable var subscription: any Subscription {
    ClosureSubscription(
      name, onRequest: { self.request($0) }, onCancel: { self.junction.cancel() })
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    // Of a merge nothing may be asked for; of a publisher of publishers it is a mistake.
    if maxPublishers != nil { demand.requirePositive() }
    ask(for: demand)
  }

  /// Adds to the demand, sends what waits, and asks the publishers.
  ///
  /// A loop, not a recursion: each value sent may ask for more, and many may wait. Whoever asks
  /// while the loop runs leaves it to the loop.
  @inlinable
  func ask(for demand: Subscribers.Demand) {
    guard demand > .none, junction.change({ $0.add(demand) }) == true else { return }
    while true {
      var step = MergeInputs<Output>.Step.ask([], .none)
      let more = junction.update { inputs in
        step = inputs.nextStep()
        if case .send(let value, _) = step { return .value(value) }
        return nil
      }
      // At once: what comes next may be asked for by it.
      let isLimited = junction.change { inputs in
        inputs.demand += more
        return inputs.demand != .unlimited
      }
      switch step {
      case .send(_, then: .next(let source)): if isLimited == true { source.request(.max(1)) }
      case .send(_, then: .anotherPublisher): if finishIfDone() { return } else { supply() }
      case .send(_, then: .nothing): break
      case .ask(let sources, let demand):
        for source in sources { source.slot.subscription.request(demand) }
        return
      }
    }
  }

  /// Finishes once nothing is left to come or to be sent; true if it does.
  @discardableResult
  @inlinable
  func finishIfDone() -> Bool {
    junction.finish { $0.isFinished ? .finished : nil }
  }

  /// Ends with a failure, and cancels what is left.
  @inlinable
  func fail(_ completion: Subscribers.Completion<Failure>, of index: Int?) {
    var own = SubscriptionSlot()
    junction.finish { inputs in
      if let index {
        own = inputs.finish(at: index).released
      } else {
        own = inputs.supplier.take()
      }
      return completion
    }
    _ = consume own
  }
}
