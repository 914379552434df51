import Locking

/// The subscription to publishers that follow one another: what was asked for and has not been
/// received is asked of the next.
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

  /// Takes in the subscription to the next publisher, and asks it; cancels it if there is one
  /// already, or all is over.
  ///
  /// - Returns: whether it was taken in.
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

  /// Lets go of the publisher that has ended; false if all is over, and no other is to follow.
  @usableFromInline
  func leave() -> Bool {
    let (isOver, released) = state.withLock { ($0.isOver, $0.current.take()) }
    _ = consume released
    return !isOver
  }

  /// Whether it was cancelled or has ended.
  @usableFromInline var isOver: Bool { state.withLock { $0.isOver } }

  /// Ends it, before the completion is sent; false if it was over.
  @usableFromInline
  func finish() -> Bool { !end().wasOver }

  private func end() -> (wasOver: Bool, current: (any Subscription)?) {
    state.withLock { state in
      let wasOver = state.isOver
      state.isOver = true
      return (wasOver, state.current.take())
    }
  }

  /// Counts a value, sends it by `send`, and counts what that asked for on top.
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
