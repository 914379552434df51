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
      if case .failure = completion { return merging.fail(completion, of: index) }
      var released: (any Subscription)?
      var isVacant = false
      var rest: MergeInputs<Output>?
      _ = merging.junction.update { inputs in
        (released, isVacant) = inputs.finish(at: index)
        guard inputs.isFinished else { return nil }
        rest = inputs.removeAll()
        return .completion(.finished)
      }
      _ = consume released
      if rest == nil, isVacant { merging.supply() }
    }
  }
}

extension Merging {
  /// The subscriber of one of several publishers that are known from the beginning.
  @inlinable
  func side(_ index: Int) -> Side { Side(merging: self, index: index) }
}
