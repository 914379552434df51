import PortableCombine

extension LatestSubscription {
  /// The subscriber of one of the upstream publishers.
  struct Side<Input>: Subscriber {
    let latest: LatestSubscription
    let index: Int
    let store: (inout Slots, Input) -> Input?
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      let isTaken = latest.junction.change { $0.add(subscription, at: index) } ?? false
      if isTaken { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      var replaced: Input?
      let more = latest.junction.update { inputs in
        inputs.receive(at: index) { replaced = store(&$0, input) }.map { .value($0) }
      }
      withExtendedLifetime(replaced) {}
      if more > .none { latest.ask(for: more) }
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      var own: (any Subscription)?
      var rest: LatestInputs<Slots>?
      _ = latest.junction.update { inputs in
        own = inputs.finish(at: index)
        if case .finished = completion, !inputs.isFinished { return nil }
        rest = inputs.removeAll()
        return .completion(completion)
      }
      withExtendedLifetime(own) {}
      rest?.cancel()
    }
  }
}
