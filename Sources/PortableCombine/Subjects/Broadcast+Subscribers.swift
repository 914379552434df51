import Locking

extension Broadcast {
  /// Connects a subscriber.
  @inlinable
  func attach<S>(_ subscriber: S)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    let receiver = Receiver(Outlet(subscriber), conduit: Conduit(of: self))
    if let completion = state.withLock({ $0.add(receiver) }) {
      subscriber.end(with: completion)
      return
    }
    subscriber.receive(subscription: receiver.conduit)
    admit(receiver)
  }

  /// Sends the completion that came while the subscriber was still being told of its subscription.
  @usableFromInline
  func admit(_ receiver: Receiver<Output, Failure>) {
    let thread = currentThread()
    let (claim, completion) = state.withLock { $0.admit(receiver, on: thread) }
    guard let completion, claim != .taken else { return }
    deliver(completion, to: [receiver])
    if claim == .first { finishTurn() }
  }

  /// Lets go of a subscriber.
  @usableFromInline
  func remove(_ conduit: Conduit<Output, Failure>) {
    // Returned, so that the subscriber is not released under the lock.
    _ = state.withLock { $0.remove(conduit) }
  }

  /// Passes on what `subscription` sends, asking for all of it once somebody asked here.
  @usableFromInline
  func add(upstream subscription: any Subscription) {
    let (isWanted, _) = state.withLock { ($0.isWanted, $0.add(upstream: subscription)) }
    if isWanted { subscription.request(.unlimited) }
  }

  /// Asks the upstream publishers for unlimited values, the first time.
  @usableFromInline
  func askUpstreams() {
    let upstreams = state.withLock { state -> [any Subscription] in
      if state.isWanted { return [] }
      state.isWanted = true
      return state.upstreams
    }
    for upstream in upstreams { upstream.request(.unlimited) }
  }
}
