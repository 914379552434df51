/// The subscription to several publishers whose values are sent as they arrive.
///
/// The publishers are known from the beginning, or are sent by an upstream.
@usableFromInline
final class Merging<Output, Failure: Error> {
  @usableFromInline let junction: Junction<MergeInputs<Output>, Output, Failure>
  @usableFromInline let name: String
  /// The largest number of publishers at a time; nil if they are known from the beginning.
  @usableFromInline let maxPublishers: Subscribers.Demand?

  /// Creates the subscription to `count` publishers.
  @inlinable
  init(count: Int, to outlet: Outlet<Output, Failure>) {
    junction = Junction(MergeInputs(count: count), to: outlet)
    name = "Merge"
    maxPublishers = nil
  }

  /// Creates the subscription to publishers that an upstream sends.
  @inlinable
  init(_ name: String, maxPublishers: Subscribers.Demand, to outlet: Outlet<Output, Failure>) {
    junction = Junction(MergeInputs(count: 0, isOpen: true), to: outlet)
    self.name = name
    self.maxPublishers = maxPublishers
  }

  @inlinable var subscription: any Subscription {
    ClosureSubscription(
      name, onRequest: { self.request($0) }, onCancel: { self.junction.cancel() })
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    // A demand of zero is allowed for `merge`, but traps for `flatMap`.
    if maxPublishers != nil { demand.requirePositive() }
    ask(for: demand)
  }

  /// Adds to the demand, and serves it in a loop, unless a caller does already: recursion could be deep.
  @inlinable
  func ask(for demand: Subscribers.Demand) {
    guard demand > .none, junction.change({ $0.add(demand) }) == true else { return }
    while true {
      var step = MergeInputs<Output>.Step.nothing
      let more = junction.update { inputs in
        step = inputs.nextStep()
        if case .send(let value, _) = step { return .value(value) }
        return nil
      }
      // Before the request below, because that may cause the next call, which needs this demand.
      let isLimited = junction.change { inputs in
        inputs.demand += more
        return inputs.demand != .unlimited
      }
      switch step {
      case .send(_, then: .next(let source)): if isLimited == true { source.request(.max(1)) }
      case .send(_, then: .anotherPublisher): if finishIfDone() { return } else { supply() }
      case .send(_, then: .nothing): break
      case .askForAll: return askForAll()
      case .nothing: return
      }
    }
  }

  /// Requests unlimited values from each publisher that is connected, until the stream is over.
  @inlinable
  func askForAll() {
    var next = 0
    // Read for each request, because an earlier request may have ended the stream.
    while let source = junction.change({ $0.nextToAskForAll(from: next) }) ?? nil {
      source.subscription.request(.unlimited)
      next = source.index + 1
    }
  }

  /// Finishes, and returns true, if no publisher is active and no value waits.
  @discardableResult
  @inlinable
  func finishIfDone() -> Bool {
    junction.finish { $0.isFinished ? .finished : nil }
  }

  /// Fails, and cancels the remaining publishers.
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
