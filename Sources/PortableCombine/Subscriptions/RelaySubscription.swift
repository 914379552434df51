import Locking

/// The subscription to two publishers, one after the other: what the first leaves of the demand is
/// asked of the second.
@usableFromInline
final class RelaySubscription: Subscription, CustomStringConvertible {
  private struct State {
    var upstream: (any Subscription)?
    var demand = Subscribers.Demand.none
    var isOver = false
  }

  private let state = Locked(State())
  @usableFromInline let description: String

  @usableFromInline
  init(_ name: String) {
    description = name
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let upstream = state.withLock { state in
      state.demand += demand
      return state.upstream
    }
    upstream?.request(demand)
  }

  @usableFromInline
  func cancel() { take(asOver: true)?.cancel() }

  /// Takes in a publisher's subscription, and asks it for the demand there is; cancels it, and
  /// returns false, where there is one already, or nobody any more.
  @discardableResult
  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    let demand = state.withLock { state -> Subscribers.Demand? in
      if state.isOver || state.upstream != nil { return nil }
      state.upstream = subscription
      return state.demand
    }
    guard let demand else {
      subscription.cancel()
      return false
    }
    if demand > .none { subscription.request(demand) }
    return true
  }

  /// Counts a value of the first publisher as sent.
  @usableFromInline
  func countValue() {
    state.withLock { state in
      // A publisher that sends more than it was asked for must not trap here.
      if state.demand > .none { state.demand -= 1 }
    }
  }

  /// Counts what a value asked for on top.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) { state.withLock { $0.demand += demand } }

  /// Lets go of the publisher that has finished; false if it was cancelled.
  ///
  /// - Parameter isLast: whether no other publisher follows.
  @usableFromInline
  func letGo(isLast: Bool) -> Bool { take(asOver: isLast) != nil }

  private func take(asOver isOver: Bool) -> (any Subscription)? {
    state.withLock { state in
      if isOver { state.isOver = true }
      return state.upstream.take()
    }
  }
}
