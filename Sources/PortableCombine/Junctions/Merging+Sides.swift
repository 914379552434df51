/// The signals of the publishers.
extension Merging: SideParent {
  @inlinable
  func connect(to subscription: any Subscription, at index: Int) {
    junction.connect(subscription) { $0.add(subscription, at: index) }
  }

  @inlinable
  @inline(__always)
  func receive(_ value: Output, at index: Int) -> Subscribers.Demand {
    var next = Subscribers.Demand.none
    let more = junction.send(value) { inputs in
      guard inputs.receive(value, at: index) else { return false }
      next = inputs.nextDemand
      return true
    }
    if more > .none { ask(for: more) }
    return next
  }

  @inlinable
  func receive(_ completion: Subscribers.Completion<Failure>, at index: Int) {
    if case .failure = completion { return fail(completion, of: index) }
    var released = SubscriptionSlot()
    var isVacant = false
    let isOver = junction.finish { inputs in
      (released, isVacant) = inputs.finish(at: index)
      return inputs.isFinished ? .finished : nil
    }
    _ = consume released
    if !isOver, isVacant { supply() }
  }

  /// Returns the subscriber for one of the publishers that are known from the beginning.
  @inlinable
  func side(_ index: Int) -> Side<Merging> { Side(of: self, index) }
}
