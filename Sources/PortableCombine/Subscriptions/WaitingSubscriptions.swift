import Locking

/// Subscriptions that wait for one result, which completes each of them once.
///
/// It is not generic: the result is in a closure, which is formed where its type is known.
@usableFromInline
final class WaitingSubscriptions {
  private struct State {
    var settle: ((FinalValueSubscription) -> Void)?
    var waiting: [(place: Place, subscription: FinalValueSubscription)] = []
  }

  private let state = Locked(State())

  @usableFromInline
  init() {}

  /// Adds a subscription, which receives the result when there is one, unless it is cancelled
  /// before.
  ///
  /// - Parameter place: The upstream of the subscription, which cancels it to leave the list.
  @usableFromInline
  func add(_ subscription: FinalValueSubscription, at place: Place) {
    let settle = state.withLock { state in
      if state.settle == nil { state.waiting.append((place, subscription)) }
      return state.settle
    }
    if let settle {
      settle(subscription)
    } else if subscription.ledger.isClosed {
      // It was cancelled before it was added.
      remove(place)
    }
  }

  /// Passes all subscriptions, including later ones, to `settle`. Only the first call has an
  /// effect.
  @usableFromInline
  func settle(by settle: @escaping (FinalValueSubscription) -> Void) {
    let waiting = state.withLock { state in
      if state.settle != nil { return State().waiting }
      state.settle = settle
      defer { state.waiting = [] }
      return state.waiting
    }
    for (_, subscription) in waiting { settle(subscription) }
  }

  /// Cancels the waiting subscriptions.
  @usableFromInline
  func cancel() {
    for (_, subscription) in state.withLock({ $0.waiting }) { subscription.cancel() }
  }

  private func remove(_ place: Place) {
    _ = state.withLock { state in
      state.waiting.lastIndex { $0.place === place }.map { state.waiting.remove(at: $0) }
    }
  }

  /// The place of a subscription in the list. Cancelling it removes the subscription.
  @usableFromInline
  final class Place: Subscription {
    private let others: WaitingSubscriptions

    @usableFromInline
    init(among others: WaitingSubscriptions) { self.others = others }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {}

    @usableFromInline
    func cancel() { others.remove(self) }
  }
}
