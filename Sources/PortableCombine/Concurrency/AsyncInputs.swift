/// What is known of a publisher whose values tasks wait for: pure state.
@usableFromInline
struct AsyncInputs<Output, Failure: Error, Waiter> {
  @usableFromInline
  enum Subscribed {
    case awaiting
    case active(any Subscription)
    case over
  }

  /// What a task that waits is given.
  @usableFromInline
  enum Answer {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline var subscribed = Subscribed.awaiting
  @usableFromInline var waiters = Backlog<Waiter>()
  // What was asked for before there was a subscription.
  @usableFromInline var demand = Subscribers.Demand.none
  // Values that came without anybody waiting for them.
  @usableFromInline var values = Backlog<Output>()
  // The failure, until it is told once.
  @usableFromInline var failure: Failure?

  @usableFromInline
  init() {}

  /// Takes in the subscription; what to ask it for, nil if it is to be cancelled.
  mutating func begin(_ subscription: any Subscription) -> Subscribers.Demand? {
    guard case .awaiting = subscribed else { return nil }
    subscribed = .active(subscription)
    return demand
  }

  /// Takes in a task that waits: its answer, if there is one now, and the subscription to ask.
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

  /// Takes in a value; who waits for it.
  mutating func receive(_ value: Output) -> Waiter? {
    if case .over = subscribed { return nil }
    let waiter = waiters.popFirst()
    if waiter == nil { values.append(value) }
    return waiter
  }

  /// Ends it; what it held, for the caller to tell who waits, and to release the rest.
  mutating func end(with completion: Subscribers.Completion<Failure>) -> AsyncInputs {
    if case .over = subscribed { return AsyncInputs() }
    var before = AsyncInputs()
    swap(&before, &self)
    subscribed = .over
    // Values that nobody waits for yet come before the end.
    swap(&values, &before.values)
    if case .failure(let error) = completion, before.waiters.isEmpty { failure = error }
    return before
  }

  /// Ends it and drops what has not been read; what it held, as `end(with:)`.
  mutating func cancel() -> AsyncInputs {
    var before = AsyncInputs()
    swap(&before, &self)
    subscribed = .over
    return before
  }
}
