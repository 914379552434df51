extension Junction where Inputs: TimedInputs {
  @inlinable
  convenience init<S>(_ inputs: Inputs, announcingTo subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    var inputs = inputs
    inputs.attachments.announce = { subscriber.receive(subscription: $0) }
    self.init(inputs, to: Outlet(subscriber))
  }

  /// Stores the upstream's subscription, and sends `own`. Cancels a second subscription and returns false.
  @discardableResult
  @inlinable
  func connect(_ subscription: any Subscription, as own: any Subscription) -> Bool {
    var announce: ((any Subscription) -> Void)?
    change { inputs in
      announce = inputs.attachments.announce.take()
      if announce != nil { inputs.attachments.upstream = subscription }
    }
    guard let announce else {
      subscription.cancel()
      return false
    }
    announce(own)
    return true
  }

  /// Requests values from the upstream, unless the stream is over or the upstream has completed.
  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    change { $0.attachments.upstream }??.request(demand)
  }

  /// Stores a timer, or cancels it immediately if the stream is over.
  @inlinable
  func keep(_ timer: any Cancellable) {
    if change({ $0.attachments.timer = timer }) == nil { timer.cancel() }
  }

  /// Cancels the timer and releases the upstream, which has completed.
  @inlinable
  func releaseAttachments() {
    change { exchange(&$0.attachments, with: Attachments()) }?.timer?.cancel()
  }
}

extension Junction where Inputs: CountedInputs {
  /// Adds to the demand.
  @inlinable
  func add(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    change { $0.demand += demand }
  }
}
