/// Handles the upstream that sends publishers.
extension Merging {
  /// Stores the upstream's subscription, and requests `maxPublishers`. Cancels a second subscription.
  @inlinable
  func connect(to subscription: any Subscription) {
    let isTaken = junction.change { inputs in
      inputs.isOpen && inputs.supplier.fill(with: subscription)
    }
    guard isTaken == true, let maxPublishers else { return subscription.cancel() }
    if maxPublishers > .none { subscription.request(maxPublishers) }
  }

  /// Adds a source for one more publisher, and returns its subscriber; nil if the stream is over.
  @inlinable
  func open() -> Side<Merging>? {
    junction.change { $0.open() }.map { side($0) }
  }

  /// Handles the completion of the upstream.
  @inlinable
  func close(with completion: Subscribers.Completion<Failure>) {
    if case .failure = completion { return fail(completion, of: nil) }
    // Returned, to be released after unlocking.
    _ = junction.change { inputs in
      inputs.isOpen = false
      return inputs.supplier.take()
    }
    finishIfDone()
  }

  /// Requests one publisher to replace another one that has finished.
  @inlinable
  func supply() {
    guard let maxPublishers, maxPublishers != .unlimited else { return }
    junction.change { $0.supplier.subscription }?.request(.max(1))
  }
}
