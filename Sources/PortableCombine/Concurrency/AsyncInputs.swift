/// The pure state machine of a subscription whose values are awaited by tasks.
@usableFromInline
struct AsyncInputs<Output, Failure: Error, Waiter> {
  @usableFromInline
  enum Subscribed {
    case awaiting
    case active(any Subscription)
    case over
  }

  /// The result that a waiting task receives.
  @usableFromInline
  enum Answer {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline var subscribed = Subscribed.awaiting
  @usableFromInline var waiters = Backlog<Waiter>()
  // The demand before the subscription arrived.
  @usableFromInline var demand = Subscribers.Demand.none
  // The values that arrived while no task was waiting.
  @usableFromInline var values = Backlog<Output>()
  // The failure, until a task has received it.
  @usableFromInline var failure: Failure?

  @usableFromInline
  init() {}

  /// Stores the subscription, and returns the demand to request; nil if it must be cancelled.
  mutating func begin(_ subscription: any Subscription) -> Subscribers.Demand? {
    guard case .awaiting = subscribed else { return nil }
    subscribed = .active(subscription)
    return demand
  }

  /// Adds a waiting task. Returns its result, or else the subscription to request a value from.
  mutating func wait(_ waiter: Waiter) -> (Answer?, ask: (any Subscription)?) {
    if let value = values.popFirst() { return (.value(value), nil) }
    switch subscribed {
    case .awaiting:
      waiters.append(waiter)
      demand += 1
      return (nil, nil)
    case .active(let subscription):
      waiters.append(waiter)
      return (nil, subscription)
    case .over:
      return (.completion(failure.take().map { .failure($0) } ?? .finished), nil)
    }
  }

  /// Accepts a value. Returns the task that receives it; nil if the value is stored or dropped.
  mutating func receive(_ value: Output) -> Waiter? {
    if case .over = subscribed { return nil }
    let waiter = waiters.popFirst()
    if waiter == nil { values.append(value) }
    return waiter
  }

  /// Ends the subscription. Returns the waiting tasks to resume, and the objects to release.
  mutating func end(with completion: Subscribers.Completion<Failure>) -> AsyncInputs {
    if case .over = subscribed { return AsyncInputs() }
    var before = AsyncInputs()
    swap(&before, &self)
    subscribed = .over
    // Unread values come before the end.
    swap(&values, &before.values)
    if case .failure(let error) = completion, before.waiters.isEmpty { failure = error }
    return before
  }

  /// Ends the subscription and drops unread values. Returns the previous state, as `end(with:)` does.
  mutating func cancel() -> AsyncInputs {
    var before = AsyncInputs()
    swap(&before, &self)
    subscribed = .over
    return before
  }
}
