/// The subscription to several publishers whose values are sent as they come.
@usableFromInline
final class Merging<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline let junction: Junction<MergeInputs<Output>, Output, Failure>

  @inlinable
  init(count: Int, to outlet: Outlet<Output, Failure>) {
    junction = Junction(MergeInputs(count: count), to: outlet)
  }

  @usableFromInline var description: String { "Merge" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    ask(for: demand)
  }

  @usableFromInline
  func cancel() {
    let inputs = junction.end { $0.removeAll() }
    for subscription in inputs?.subscriptions ?? [] { subscription?.cancel() }
  }

  /// Adds to the demand, asks the publishers, and sends what waits.
  ///
  /// A loop, not a recursion: each value sent may ask for more, and many may wait.
  @usableFromInline
  func ask(for demand: Subscribers.Demand) {
    var demand = demand
    while demand > .none {
      var request: (demand: Subscribers.Demand, of: [(any Subscription)?]) = (.none, [])
      _ = junction.update { inputs in
        request = inputs.add(demand)
        return nil
      }
      demand = .none
      for case let subscription? in request.of { subscription.request(request.demand) }
      while let more = sendWaiting() { demand += more }
    }
  }

  /// Sends one value that waits, if it is asked for; what that asked for on top, nil if none was
  /// sent.
  private func sendWaiting() -> Subscribers.Demand? {
    var sent: (value: Output, source: (any Subscription)?)?
    var next = Subscribers.Demand.none
    let more = junction.update { inputs in
      sent = inputs.next()
      next = inputs.nextDemand
      return sent.map { .value($0.value) }
    }
    guard let sent else { return nil }
    if next > .none { sent.source?.request(next) }
    return finishIfDone() ? nil : more
  }

  /// Finishes once nothing is left to come or to be sent.
  @discardableResult
  @usableFromInline
  func finishIfDone() -> Bool {
    var isFinished = false
    _ = junction.update { inputs in
      isFinished = inputs.isFinished
      return isFinished ? .completion(.finished) : nil
    }
    return isFinished
  }
}

extension Merging {
  /// The subscriber of one of the publishers.
  @frozen
  @usableFromInline
  struct Side: Subscriber {
    @usableFromInline typealias Input = Output

    @usableFromInline let merging: Merging
    @usableFromInline let index: Int
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable
    init(merging: Merging, index: Int) {
      self.merging = merging
      self.index = index
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
      // Nil as well if it is over: then nothing is changed.
      var demand: Subscribers.Demand?
      _ = merging.junction.update { inputs in
        demand = inputs.add(subscription, at: index)
        return nil
      }
      guard let demand else { return subscription.cancel() }
      if demand > .none { subscription.request(demand) }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
      var next = Subscribers.Demand.none
      let more = merging.junction.update { inputs in
        guard inputs.receive(input, at: index) else { return nil }
        next = inputs.nextDemand
        return .value(input)
      }
      if more > .none { merging.ask(for: more) }
      return next
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
      switch completion {
      case .finished:
        var released: (any Subscription)?
        _ = merging.junction.update { inputs in
          released = inputs.finish(at: index)
          return inputs.isFinished ? .completion(.finished) : nil
        }
        _ = consume released
      case .failure:
        var own: (any Subscription)?
        var others: MergeInputs<Output>?
        _ = merging.junction.update { inputs in
          own = inputs.finish(at: index)
          others = inputs.removeAll()
          return .completion(completion)
        }
        _ = consume own
        for subscription in others?.subscriptions ?? [] { subscription?.cancel() }
      }
    }
  }
}
