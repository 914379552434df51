import PlayheadLocking

/// The subscription to consecutive publishers: the demand that one did not serve is requested from the next.
@usableFromInline
final class SuccessiveSubscription: Subscription, CustomStringConvertible {
  @usableFromInline
  struct State {
    @usableFromInline var current: (any Subscription)?
    /// The number of publishers that have ended, which identifies the current one.
    @usableFromInline var endedCount = 0
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var isOver = false

    init() {}
  }

  @usableFromInline let state: Locked<State>
  @usableFromInline let description: String

  /// Whether a demand of zero, which has no effect, and a value before the subscription are allowed.
  @usableFromInline let isLenient: Bool

  @usableFromInline
  init(_ name: String, isLenient: Bool = false) {
    description = name
    self.isLenient = isLenient
    state = Locked(State())
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if !isLenient { demand.requirePositive() }
    guard demand > .none else { return }
    state.withLock { state in
      state.demand += demand
      return state.current
    }?.request(demand)
  }

  @usableFromInline
  func cancel() { end(isOver: true).current?.cancel() }

  /// Requests the current demand from the next publisher. After the end, or if there is one, cancels it instead.
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

  /// Releases the publisher that has ended. Returns whether the stream was over, and whether it was subscribed to.
  @usableFromInline
  func release(isLast: Bool) -> (wasOver: Bool, wasConnected: Bool) {
    let (wasOver, current) = end(isOver: isLast)
    return (wasOver, current != nil)
  }

  private func end(isOver: Bool) -> (wasOver: Bool, current: (any Subscription)?) {
    state.withLock { state in
      let wasOver = state.isOver
      if isOver { state.isOver = true }
      state.endedCount += 1
      return (wasOver, state.current.take())
    }
  }

  /// Whether it was cancelled or has ended.
  @usableFromInline var isOver: Bool { state.withLock { $0.isOver } }

  /// Subtracts a value that `send` sends from the demand. Returns the demand for the publisher that sent it.
  @inlinable
  @inline(__always)
  func pass(_ send: () -> Subscribers.Demand) -> Subscribers.Demand {
    let (isOver, isConnected, number) = state.withLock { state in
      // A publisher that sends more values than requested must not trap here.
      if state.demand > .none { state.demand -= 1 }
      return (state.isOver, state.current != nil, state.endedCount)
    }
    if isOver { return .none }
    precondition(isConnected || isLenient, "A value must not come before the subscription.")
    let more = send()
    return more > .none ? add(more, returnedTo: number) : more
  }

  /// Adds the demand that a value returned. If its publisher ended in that delivery, the next one receives the request.
  @inlinable
  func add(_ more: Subscribers.Demand, returnedTo number: Int) -> Subscribers.Demand {
    let (hasEnded, next) = state.withLock { state in
      state.demand += more
      let hasEnded = state.endedCount != number
      return (hasEnded, hasEnded ? state.current : nil)
    }
    guard hasEnded else { return more }
    next?.request(more)
    return .none
  }
}
