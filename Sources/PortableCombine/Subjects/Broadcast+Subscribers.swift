import Locking
import Synchronization

extension Broadcast {
  /// Connects a subscriber.
  ///
  /// - Parameters:
  ///   - subject: what the subscription holds until it is over.
  ///   - tell: calls `hear(_:from:)` unless the subject is revoked; it captures nothing.
  @inlinable
  func attach<S>(
    _ subscriber: S, of subject: AnyObject, tell: @escaping (Conduit, Conduit.Event) -> Void
  )
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    let conduit = Conduit(
      name, demand: demandRule, asksUpstreams: !hasAsked.load(ordering: .acquiring), of: subject,
      tell: tell)
    let receiver = Receiver(subscriber, conduit: conduit, announcer: currentThread())
    if let completion = state.withLock({ $0.add(receiver) }) {
      _ = conduit.subject.revoke()
      subscriber.end(with: completion)
      return
    }
    subscriber.receive(subscription: conduit)
    if receiver.endHandover() { admit(receiver) }
  }

  /// Takes in what a subscriber does.
  @inlinable
  func hear(_ event: Conduit.Event, from conduit: Conduit) {
    switch event {
    case .request(let isOwed):
      askUpstreams()
      if isOwed { catchUp(conduit) }
    case .cancel:
      remove(conduit)
    }
  }

  /// Sends the completion that came from another thread while the subscription was handed over.
  @inlinable
  func admit(_ receiver: Receiver<Output, Failure>) {
    let thread = currentThread()
    let (claim, completion) = state.withLock { $0.admit(receiver, on: thread) }
    guard let completion, claim != .taken else { return }
    deliver(completion, to: [receiver])
    if claim == .first { finishTurn() }
  }

  /// Releases a subscriber.
  @inlinable
  func remove(_ conduit: Conduit) {
    // Returned, so that the subscriber is not released under the lock.
    _ = state.withLock { $0.remove(conduit) }
  }

  /// Passes on what `subscription` sends, asking for all of it once somebody asked here.
  @inlinable
  func add(upstream subscription: any Subscription) {
    let (isWanted, _) = state.withLock { ($0.isWanted, $0.add(upstream: subscription)) }
    if isWanted { subscription.request(.unlimited) }
  }

  /// Asks the upstream publishers for unlimited values, the first time.
  @inlinable
  func askUpstreams() {
    if hasAsked.load(ordering: .acquiring) { return }
    let upstreams = state.withLock { state -> [any Subscription] in
      if state.isWanted { return [] }
      state.isWanted = true
      return state.upstreams
    }
    hasAsked.store(true, ordering: .releasing)
    for upstream in upstreams { upstream.request(.unlimited) }
  }
}
