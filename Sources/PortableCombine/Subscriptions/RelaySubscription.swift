import Locking

/// The subscription to two consecutive publishers: the demand that the first one did not serve is
/// requested from the second.
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

  /// Stores a publisher's subscription, and requests the current demand from it.
  ///
  /// - Returns: false if there already is a subscription or the stream is over; then `subscription`
  ///   is cancelled.
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

  /// Subtracts a value of the first publisher from the demand.
  @usableFromInline
  func countValue() {
    state.withLock { state in
      // A publisher that sends more values than requested must not trap here.
      if state.demand > .none { state.demand -= 1 }
    }
  }

  /// Adds the demand that a value returned.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) { state.withLock { $0.demand += demand } }

  /// Releases the publisher that has finished.
  ///
  /// - Parameter isLast: Whether no other publisher follows.
  /// - Returns: false if the subscription was cancelled.
  @usableFromInline
  func release(isLast: Bool) -> Bool { take(asOver: isLast) != nil }

  private func take(asOver isOver: Bool) -> (any Subscription)? {
    state.withLock { state in
      if isOver { state.isOver = true }
      return state.upstream.take()
    }
  }
}
