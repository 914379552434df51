/// The subscription to several publishers whose values are sent as they come.
///
/// The publishers are known from the beginning, or come from a publisher of publishers.
@usableFromInline
final class Merging<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline let junction: Junction<MergeInputs<Output>, Output, Failure>
  @usableFromInline let description: String
  /// How many publishers there may be at once; nil if they are known from the beginning.
  @usableFromInline let maxPublishers: Subscribers.Demand?

  /// Makes the subscription to `count` publishers.
  @inlinable
  init(count: Int, to outlet: Outlet<Output, Failure>) {
    junction = Junction(MergeInputs(count: count), to: outlet)
    description = "Merge"
    maxPublishers = nil
  }

  /// Makes the subscription to publishers that another publishes.
  @inlinable
  init(_ name: String, maxPublishers: Subscribers.Demand, to outlet: Outlet<Output, Failure>) {
    junction = Junction(MergeInputs(count: 0, isOpen: true), to: outlet)
    description = name
    self.maxPublishers = maxPublishers
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

  /// Adds to the demand, sends what waits, and asks the publishers.
  ///
  /// A loop, not a recursion: each value sent may ask for more, and many may wait. Whoever asks
  /// while the loop runs leaves it to the loop.
  @usableFromInline
  func ask(for demand: Subscribers.Demand) {
    var demand = demand
    while demand > .none {
      guard junction.change({ $0.add(demand) }) == true else { return }
      demand = work()
    }
  }

  /// Works off the demand; what the values sent asked for on top.
  private func work() -> Subscribers.Demand {
    var sum = Subscribers.Demand.none
    while true {
      var step = MergeInputs<Output>.Step.ask([], .none)
      sum += junction.update { inputs in
        step = inputs.nextStep()
        if case .send(let value, _) = step { return .value(value) }
        return nil
      }
      switch step {
      case .send(_, then: .next(let source)): source?.request(.max(1))
      case .send(_, then: .anotherPublisher): if finishIfDone() { return .none } else { supply() }
      case .send(_, then: .nothing): break
      case .ask(let subscriptions, let demand):
        for case let subscription? in subscriptions { subscription.request(demand) }
        return sum
      }
    }
  }

  /// Finishes once nothing is left to come or to be sent.
  @discardableResult
  @inlinable
  func finishIfDone() -> Bool {
    var isFinished = false
    var released: MergeInputs<Output>?
    _ = junction.update { inputs in
      isFinished = inputs.isFinished
      guard isFinished else { return nil }
      released = inputs.removeAll()
      return .completion(.finished)
    }
    _ = consume released
    return isFinished
  }

  /// Ends with a failure, and cancels what is left.
  @usableFromInline
  func fail(_ completion: Subscribers.Completion<Failure>, of index: Int?) {
    var own: (any Subscription)?
    var others: MergeInputs<Output>?
    _ = junction.update { inputs in
      if let index {
        own = inputs.finish(at: index).released
      } else {
        own = inputs.supplier.take()
      }
      others = inputs.removeAll()
      return .completion(completion)
    }
    _ = consume own
    others?.cancel()
  }
}

extension MergeInputs {
  /// Cancels all publishers, once they were taken out.
  @usableFromInline
  func cancel() {
    supplier?.cancel()
    for source in sources { source.subscription?.cancel() }
  }
}
