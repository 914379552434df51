/// What is known of publishers that are merged: pure state.
///
/// While the demand is limited each publisher is asked for one value at a time: so at most one of
/// each waits here.
@usableFromInline
struct MergeInputs<Output> {
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var subscriptions: [(any Subscription)?]
  @usableFromInline var hasAsked = false
  @usableFromInline var active: Int
  @usableFromInline var waiting: [Output?]
  // Whose values wait, in the order they came; from `head` on.
  @usableFromInline var order: [Int] = []
  @usableFromInline var head = 0

  @inlinable
  init(count: Int) {
    subscriptions = Array(repeating: nil, count: count)
    waiting = Array(repeating: nil, count: count)
    active = count
  }

  /// Whether all have finished and nothing waits.
  @inlinable var isFinished: Bool { active == 0 && head == order.count }

  /// What a publisher is asked for after a value of its own was sent.
  @inlinable var nextDemand: Subscribers.Demand { demand == .unlimited ? .none : .max(1) }

  /// Takes in a subscription; what to ask it for, or nil if it is to be cancelled.
  @usableFromInline
  mutating func add(_ subscription: any Subscription, at index: Int) -> Subscribers.Demand? {
    guard subscriptions[index] == nil else { return nil }
    subscriptions[index] = subscription
    if demand == .unlimited { return .unlimited }
    return hasAsked ? .max(1) : Subscribers.Demand.none
  }

  /// Takes in a value: true if it is to be sent now, else it waits.
  @inlinable
  mutating func receive(_ value: Output, at index: Int) -> Bool {
    if demand == .none {
      order.append(index)
      waiting[index] = value
      return false
    }
    demand -= 1
    return true
  }

  /// Takes out a value that waits and is asked for, and the subscription to ask for the next.
  @usableFromInline
  mutating func next() -> (value: Output, source: (any Subscription)?)? {
    guard demand > .none, head < order.count else { return nil }
    let index = order[head]
    guard let value = waiting[index].take() else { return nil }
    demand -= 1
    head += 1
    if head == order.count {
      order.removeAll(keepingCapacity: true)
      head = 0
    }
    return (value, subscriptions[index])
  }

  /// Adds to the demand; which to ask, and for what.
  @usableFromInline
  mutating func add(
    _ more: Subscribers.Demand
  ) -> (demand: Subscribers.Demand, of: [(any Subscription)?]) {
    let wasUnlimited = demand == .unlimited
    let wasAsked = hasAsked
    demand += more
    hasAsked = true
    if demand == .unlimited { return wasUnlimited ? (.none, []) : (.unlimited, subscriptions) }
    return wasAsked ? (.none, []) : (.max(1), subscriptions)
  }

  /// Lets go of a publisher that has finished; its subscription, to be released after the lock.
  @usableFromInline
  mutating func finish(at index: Int) -> (any Subscription)? {
    active -= 1
    return subscriptions[index].take()
  }

  /// Takes everything out, to be cancelled and released after the lock.
  @usableFromInline
  mutating func removeAll() -> MergeInputs {
    var all = MergeInputs(count: 0)
    swap(&all, &self)
    return all
  }
}
