/// What the subscriber of a publisher of publishers does.
extension Merging {
  /// Takes in the subscription to the publisher of publishers, and asks for as many as there may
  /// be; a second one is cancelled.
  @inlinable
  func connect(to subscription: any Subscription) {
    let isTaken = junction.change { inputs in
      inputs.isOpen && inputs.supplier.fill(with: subscription)
    }
    guard isTaken == true, let maxPublishers else { return subscription.cancel() }
    subscription.request(maxPublishers)
  }

  /// Makes a place for one more publisher; its subscriber, or nil if all is over.
  @inlinable
  func open() -> Side? {
    junction.change { $0.open() }.map { side($0) }
  }

  /// Takes in the completion of the publisher of publishers.
  @inlinable
  func close(with completion: Subscribers.Completion<Failure>) {
    if case .failure = completion { return fail(completion, of: nil) }
    // Returned, so that it is not released under the lock.
    _ = junction.change { inputs in
      inputs.isOpen = false
      return inputs.supplier.take()
    }
    finishIfDone()
  }

  /// Asks for one more publisher in place of one that is done with.
  @inlinable
  func supply() {
    guard let maxPublishers, maxPublishers != .unlimited else { return }
    junction.change { $0.supplier.subscription }?.request(.max(1))
  }
}
