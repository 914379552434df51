import Locking

/// The subscription to consecutive publishers: the demand that one did not serve is requested from
/// the next.
@usableFromInline
final class SuccessiveSubscription: Subscription, CustomStringConvertible {
  @usableFromInline
  struct State {
    @usableFromInline var current: (any Subscription)?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var isOver = false

    init() {}
  }

  @usableFromInline let state: Locked<State>
  @usableFromInline let description: String

  @usableFromInline
  init(_ name: String) {
    description = name
    state = Locked(State())
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    state.withLock { state in
      state.demand += demand
      return state.current
    }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    end().current?.cancel()
  }

  /// Stores the subscription to the next publisher, and requests the current demand from it.
  ///
  /// - Returns: false if there already is a subscription or the stream is over; then `subscription`
  ///   is cancelled.
  @discardableResult
  @usableFromInline
  func follow(_ subscription: any Subscription) -> Bool {
    let demand = state.withLock { state -> Subscribers.Demand? in
      guard state.current == nil, !state.isOver else { return nil }
      state.current = subscription
      return state.demand
    }
    guard let demand else {
      subscription.cancel()
      return false
    }
    if demand > .none { subscription.request(demand) }
    return true
  }

  /// Releases the publisher that has ended.
  ///
  /// - Returns: false if the stream is over, so that no publisher follows.
  @usableFromInline
  func leave() -> Bool {
    let (isOver, released) = state.withLock { ($0.isOver, $0.current.take()) }
    _ = consume released
    return !isOver
  }

  /// Whether it was cancelled or has ended.
  @usableFromInline var isOver: Bool { state.withLock { $0.isOver } }

  /// Ends the stream before the completion is sent.
  ///
  /// - Returns: false if it was already over.
  @usableFromInline
  func finish() -> Bool { !end().wasOver }

  private func end() -> (wasOver: Bool, current: (any Subscription)?) {
    state.withLock { state in
      let wasOver = state.isOver
      state.isOver = true
      return (wasOver, state.current.take())
    }
  }

  /// Subtracts a value from the demand, sends it with `send`, and adds the returned demand.
  @inlinable
  @inline(__always)
  func pass(_ send: () -> Subscribers.Demand) -> Subscribers.Demand {
    let (isOver, isConnected) = state.withLock { state in
      if state.demand > .none { state.demand -= 1 }
      return (state.isOver, state.current != nil)
    }
    if isOver { return .none }
    precondition(isConnected, "A value must not come before the subscription.")
    let more = send()
    if more > .none { state.withLock { $0.demand += more } }
    return more
  }
}
