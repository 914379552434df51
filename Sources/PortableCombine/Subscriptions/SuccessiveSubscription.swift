import PlayheadLocking

/// The subscription to consecutive publishers: the demand that one did not serve is requested from
/// the next.
@usableFromInline
final class SuccessiveSubscription: Subscription, CustomStringConvertible {
  @usableFromInline
  struct State {
    @usableFromInline var current: (any Subscription)?
    /// The number of publishers that have ended. It distinguishes the current one from its
    /// predecessors.
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
  /// - Parameter isLast: Whether no other publisher follows.
  /// - Returns: Whether the stream was over, and whether there was a subscription to the publisher.
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

  /// Subtracts a value from the demand, sends it with `send`, and adds the returned demand.
  ///
  /// - Returns: The demand for the publisher that sent the value.
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

  /// Adds the demand that a value returned. If the value's publisher ended inside that delivery, the
  /// demand is requested from the next publisher, now or when that is connected.
  ///
  /// - Parameter number: The number of publishers that had ended before the delivery.
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
