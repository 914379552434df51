/// What the subscriber of a publisher of publishers does.
extension Merging {
  /// Takes in the subscription to the publisher of publishers, and asks for as many as there may
  /// be; a second one is cancelled.
  @usableFromInline
  func connect(to subscription: any Subscription) {
    var isTaken = false
    _ = junction.update { inputs in
      guard inputs.isOpen, inputs.supplier == nil else { return nil }
      inputs.supplier = subscription
      isTaken = true
      return nil
    }
    guard isTaken, let maxPublishers else { return subscription.cancel() }
    subscription.request(maxPublishers)
  }

  /// Makes a place for one more publisher; its subscriber, or nil if all is over.
  @usableFromInline
  func open() -> Side? {
    var index: Int?
    _ = junction.update { inputs in
      index = inputs.open()
      return nil
    }
    return index.map { side($0) }
  }

  /// Takes in the completion of the publisher of publishers.
  @usableFromInline
  func close(with completion: Subscribers.Completion<Failure>) {
    if case .failure = completion { return fail(completion, of: nil) }
    var released: (any Subscription)?
    _ = junction.update { inputs in
      inputs.isOpen = false
      released = inputs.supplier.take()
      return nil
    }
    _ = consume released
    finishIfDone()
  }

  /// Asks for one more publisher in place of one that is done with.
  @usableFromInline
  func supply() {
    guard let maxPublishers, maxPublishers != .unlimited else { return }
    var supplier: (any Subscription)?
    _ = junction.update { inputs in
      supplier = inputs.supplier
      return nil
    }
    supplier?.request(.max(1))
  }
}
