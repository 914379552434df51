import Locking

/// The subscriptions that wait for one result, which settles each of them once.
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

  /// Settles a subscription once there is a result, unless it is cancelled before.
  ///
  /// - Parameter place: cancelled by the subscription when that is cancelled.
  @usableFromInline
  func add(_ subscription: FinalValueSubscription, at place: Place) {
    let settle = state.withLock { state in
      if state.settle == nil { state.waiting.append((place, subscription)) }
      return state.settle
    }
    if let settle {
      settle(subscription)
    } else if subscription.ledger.isClosed {
      // Cancelled before it was among those who wait.
      remove(place)
    }
  }

  /// Settles those that wait, and those that come later, by `settle`; the first call counts.
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

  /// Cancels those that wait.
  @usableFromInline
  func cancel() {
    for (_, subscription) in state.withLock({ $0.waiting }) { subscription.cancel() }
  }

  private func remove(_ place: Place) {
    _ = state.withLock { state in
      state.waiting.lastIndex { $0.place === place }.map { state.waiting.remove(at: $0) }
    }
  }

  /// A subscription's place among those that wait, which it leaves by cancelling this.
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
