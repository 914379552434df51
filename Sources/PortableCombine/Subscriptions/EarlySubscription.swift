import PlayheadLocking

/// An upstream's subscription that a closure of the client receives before the subscriber does.
///
/// Requests of the closure wait until the subscriber has its subscription, because their values
/// would arrive before it. They are added to the subscriber's first request, or sent by
/// `sendWaiting()`. Cancelling releases the upstream's subscription.
@usableFromInline
final class EarlySubscription: Subscription, CustomStringConvertible {
  private struct State {
    var upstream: SubscriptionSlot
    var isEarly = true
    var waiting = Subscribers.Demand.none
  }

  private let state: Locked<State>
  private let name: String
  @usableFromInline let combineIdentifier: CombineIdentifier

  /// Creates the subscription. The name is its description after the cancellation.
  @usableFromInline
  init(_ name: String, _ upstream: any Subscription) {
    self.name = name
    combineIdentifier = upstream.combineIdentifier
    state = Locked(State(upstream: SubscriptionSlot(upstream)))
  }

  /// The description of the upstream's subscription, until it is cancelled.
  @usableFromInline var description: String {
    let upstream = state.withLock { $0.upstream }
    return upstream.isEmpty ? name : "\(upstream.subscription)"
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    let request = state.withLock {
      state -> (upstream: SubscriptionSlot, demand: Subscribers.Demand)? in
      state.waiting += demand
      if state.isEarly { return nil }
      return (state.upstream, exchange(&state.waiting, with: .none))
    }
    request?.upstream.subscription.request(request?.demand ?? .none)
  }

  @usableFromInline
  func cancel() {
    state.withLock { $0.upstream.take() }.subscription.cancel()
  }

  /// Lets requests pass, because the subscriber receives its subscription.
  @usableFromInline
  func beginHandover() { state.withLock { $0.isEarly = false } }

  /// Sends the requests that still wait.
  @usableFromInline
  func sendWaiting() {
    let (upstream, demand) = state.withLock { state in
      (state.upstream, exchange(&state.waiting, with: .none))
    }
    if demand > .none { upstream.subscription.request(demand) }
  }
}
