import PlayheadLocking

/// Subscriptions that wait for one result, which completes each of them once.
///
/// It is not generic: the result is in a closure, which is formed where its type is known.
@usableFromInline
final class WaitingSubscriptions {
  private struct State {
    var settle: ((FinalValueSubscription) -> Void)?
    var waiting = ShrinkingList<Entry>()
  }

  /// A subscription, and its membership in the list; the subscription is nil after it has left the list.
  private struct Entry: ListedElement {
    let membership: Membership
    let subscription: FinalValueSubscription?

    var index: Int {
      get { membership.index }
      nonmutating set { membership.index = newValue }
    }

    var isVacant: Bool { subscription == nil }
    var vacated: Entry { Entry(membership: membership, subscription: nil) }
  }

  private let state = Locked(State())

  @usableFromInline
  init() {}

  /// Adds a subscription, which receives the result, unless `membership`, its upstream, is cancelled before.
  @usableFromInline
  func add(_ subscription: FinalValueSubscription, at membership: Membership) {
    let settle = state.withLock { state in
      if state.settle == nil {
        state.waiting.append(Entry(membership: membership, subscription: subscription))
      }
      return state.settle
    }
    if let settle {
      settle(subscription)
    } else if subscription.ledger.isClosed {
      // It was cancelled before it was added.
      remove(membership)
    }
  }

  /// Passes all subscriptions, including later ones, to `settle`. Only the first call has an effect.
  @usableFromInline
  func settle(by settle: @escaping (FinalValueSubscription) -> Void) {
    let waiting = state.withLock { state in
      if state.settle != nil { return State().waiting.elements }
      state.settle = settle
      return state.waiting.removeAll()
    }
    for entry in waiting { entry.subscription.map(settle) }
  }

  /// Cancels the waiting subscriptions.
  @usableFromInline
  func cancel() {
    for entry in state.withLock({ $0.waiting.elements }) { entry.subscription?.cancel() }
  }

  private func remove(_ membership: Membership) {
    // Returned, to be released after unlocking.
    _ = state.withLock { $0.waiting.remove(at: membership.index) }
  }

  /// The membership of a subscription in the list. Cancelling it removes the subscription.
  @usableFromInline
  final class Membership: Subscription {
    private let others: WaitingSubscriptions
    // Accessed only under the lock of the list.
    @exclusivity(unchecked) fileprivate var index = -1

    @usableFromInline
    init(among others: WaitingSubscriptions) { self.others = others }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {}

    @usableFromInline
    func cancel() { others.remove(self) }
  }
}
