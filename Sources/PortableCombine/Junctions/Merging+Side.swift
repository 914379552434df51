extension Merging {
  /// The subscriber attached to one of the publishers.
  @frozen
  @usableFromInline
  struct Side: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Input = Output

    @usableFromInline let merging: Merging
    @usableFromInline let index: Int
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { merging.name }

    @inlinable
    init(merging: Merging, index: Int) {
      self.merging = merging
      self.index = index
    }

    @inlinable
    func receive(subscription: any Subscription) {
      merging.junction.connect(subscription) { $0.add(subscription, at: index) }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
      var next = Subscribers.Demand.none
      let more = merging.junction.send(input) { inputs in
        guard inputs.receive(input, at: index) else { return false }
        next = inputs.nextDemand
        return true
      }
      if more > .none { merging.ask(for: more) }
      return next
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      if case .failure = completion { return merging.fail(completion, of: index) }
      var released = SubscriptionSlot()
      var isVacant = false
      let isOver = merging.junction.finish { inputs in
        (released, isVacant) = inputs.finish(at: index)
        return inputs.isFinished ? .finished : nil
      }
      _ = consume released
      if !isOver, isVacant { merging.supply() }
    }
  }
}

extension Merging {
  /// Returns the subscriber for one of the publishers that are known from the beginning.
  @inlinable
  func side(_ index: Int) -> Side { Side(merging: self, index: index) }
}
