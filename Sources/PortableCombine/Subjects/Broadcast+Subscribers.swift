import PlayheadLocking
import Synchronization

extension Broadcast {
  /// Connects a subscriber. `tell` calls `hear(_:from:)` unless the subject is revoked, and captures nothing.
  @inlinable
  func attach<S>(
    _ subscriber: S, of subject: AnyObject, tell: @escaping (Conduit, Conduit.Event) -> Void
  )
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    let (object, methods) = subscriber.hidden
    let conduit = SubscriberConduit(
      name, demand: demandRule, asksUpstreams: !hasAsked.load(ordering: .acquiring), of: subject,
      tell: tell, methods: methods)
    let receiver = Receiver(object, conduit: conduit)
    if let completion = state.withLock({ $0.add(receiver) }) {
      _ = conduit.subject.revoke()
      subscriber.end(with: completion)
      return
    }
    subscriber.receive(subscription: conduit)
    if conduit.endHandover() { admit(receiver) }
  }

  /// Handles a request or a cancellation.
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

  /// Sends the completion that another thread sent before the subscription had been delivered.
  @inlinable
  func admit(_ receiver: Receiver<Output, Failure>) {
    let thread = currentThread()
    let (claim, completion) = state.withLock { $0.admit(receiver, on: thread) }
    guard let completion, claim != .taken else { return }
    deliver(completion, to: [receiver])
    if claim == .first { finishTurn() }
  }

  /// Removes and releases a subscriber.
  @inlinable
  func remove(_ conduit: Conduit) {
    // Returned, to be released after unlocking.
    _ = state.withLock { $0.remove(conduit) }
  }

  /// Adds an upstream, and requests unlimited values from it if a subscriber has requested any.
  @inlinable
  func add(upstream subscription: any Subscription) {
    let (isWanted, _) = state.withLock { ($0.isWanted, $0.add(upstream: subscription)) }
    if isWanted { subscription.request(.unlimited) }
  }

  /// Requests unlimited values from the upstreams, at the first request of a subscriber.
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
