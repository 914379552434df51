extension Junction where Inputs: TimedInputs {
  @inlinable
  convenience init<S>(_ inputs: Inputs, announcingTo subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    var inputs = inputs
    inputs.attachments.announce = { subscriber.receive(subscription: $0) }
    self.init(inputs, to: Outlet(subscriber))
  }

  /// Keeps the upstream's subscription and gives the subscriber `own`; true if it is the first. A
  /// second one is cancelled.
  @discardableResult
  @inlinable
  func connect(_ subscription: any Subscription, as own: any Subscription) -> Bool {
    var announce: ((any Subscription) -> Void)?
    _ = update { inputs in
      announce = inputs.attachments.announce.take()
      if announce != nil { inputs.attachments.upstream = subscription }
      return nil
    }
    guard let announce else {
      subscription.cancel()
      return false
    }
    announce(own)
    return true
  }

  /// Asks the upstream, unless it is over or has completed.
  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    var upstream: (any Subscription)?
    _ = update { inputs in
      upstream = inputs.attachments.upstream
      return nil
    }
    upstream?.request(demand)
  }

  /// Keeps a timer, which is cancelled at once if all is over.
  @inlinable
  func keep(_ timer: any Cancellable) {
    var isKept = false
    _ = update { inputs in
      inputs.attachments.timer = timer
      isKept = true
      return nil
    }
    if !isKept { timer.cancel() }
  }

  @inlinable
  func cancel() {
    let inputs = end { $0.takeAll() }
    inputs?.attachments.cancel()
  }

  /// Lets go of everything, then completes.
  @inlinable
  func finish(with completion: Subscribers.Completion<Failure>) {
    var all: Inputs?
    _ = update { inputs in
      all = inputs.takeAll()
      return .completion(completion)
    }
    all?.attachments.timer?.cancel()
  }
}

extension Junction where Inputs: CountedInputs {
  /// Adds to the demand.
  @inlinable
  func add(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    _ = update { inputs in
      inputs.demand += demand
      return nil
    }
  }
}
