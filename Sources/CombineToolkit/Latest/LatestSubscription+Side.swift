import PortableCombine

extension LatestSubscription {
  /// The subscriber of one of the upstream publishers.
  @usableFromInline
  struct Side<Input>: Subscriber {
    @usableFromInline let latest: LatestSubscription
    @usableFromInline let index: Int
    @usableFromInline let store: (inout Slots, Input) -> Input?
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @inlinable
    init(
      latest: LatestSubscription, index: Int, store: @escaping (inout Slots, Input) -> Input?
    ) {
      self.latest = latest
      self.index = index
      self.store = store
    }

    @inlinable
    func receive(subscription: any Subscription) {
      latest.junction.connect(subscription) { $0.add(subscription, at: index) ? .unlimited : nil }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      var replaced: Input?
      let more = latest.junction.update { inputs in
        inputs.receive(at: index) { replaced = store(&$0, input) }.map { .value($0) }
      }
      withExtendedLifetime(replaced) {}
      if more > .none { latest.ask(for: more) }
      return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      var own: (any Subscription)?
      latest.junction.finish { inputs in
        own = inputs.finish(at: index)
        if case .finished = completion, !inputs.isFinished { return nil }
        return completion
      }
      withExtendedLifetime(own) {}
    }
  }
}
