extension Tupling {
  /// The subscriber attached to one of the publishers.
  @frozen
  @usableFromInline
  struct Side<Input>: Subscriber, CustomStringConvertible {
    @usableFromInline let tupling: Tupling
    @usableFromInline let index: Int
    // Returns the replaced value, to be released after unlocking.
    @usableFromInline let store: (inout Slots, Input) -> Input?
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline var description: String { tupling.name }

    @inlinable
    init(tupling: Tupling, index: Int, store: @escaping (inout Slots, Input) -> Input?) {
      self.tupling = tupling
      self.index = index
      self.store = store
    }

    @inlinable
    func receive(subscription: any Subscription) {
      tupling.junction.connect(subscription) { $0.add(subscription, at: index) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
      var replaced: Input?
      var isEnding = false
      let more = tupling.junction.update(isLooped: true) { inputs, isNested in
        replaced = store(&inputs.slots, input)
        let tuple = inputs.next(isNested: isNested)
        isEnding = tuple != nil && inputs.isSpent
        return tuple.map { .value($0) }
      }
      _ = consume replaced
      if isEnding { tupling.finishIfSpent() }
      return more > .none ? tupling.ask(for: more, except: index) : .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      var own = SubscriptionSlot()
      tupling.junction.finish(isLooped: true) { inputs in
        own = inputs.finish(at: index)
        if case .finished = completion, !inputs.isSpent { return nil }
        return completion
      }
      _ = consume own
    }
  }

  /// Returns the subscriber for a publisher whose values `store` puts into the slots.
  @inlinable
  func side<Input>(
    _ index: Int, store: @escaping (inout Slots, Input) -> Input?
  ) -> Side<Input> {
    Side(tupling: self, index: index, store: store)
  }

  /// Returns the subscriber for a publisher whose values `store` adds to the slots.
  @inlinable
  @inline(__always)
  func side<Input>(
    _ index: Int, adding store: @escaping (inout Slots, Input) -> Void
  ) -> Side<Input> {
    side(index) { slots, value in
      store(&slots, value)
      return nil
    }
  }
}
