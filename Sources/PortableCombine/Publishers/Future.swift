import Locking

/// A publisher that sends one value, or fails, once a promise is kept.
///
/// The work begins when it is made. The promise may be called from any thread; its first call
/// counts. Who subscribes after it gets the same result. A value waits until it is asked for, a
/// failure does not.
///
/// Source of the rule: Apple's documentation of `Future`.
public final class Future<Output, Failure: Error>: Publisher {
  /// What is called with the result, once there is one.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var waiting: [(connection: Connection, subscription: FinalValueSubscription<Output, Failure>)] =
      []
  }

  private let state = Locked(State())

  /// Makes a publisher, and calls `attemptToFulfill` with its promise. The promise keeps it alive.
  public init(_ attemptToFulfill: @escaping (@escaping Future<Output, Failure>.Promise) -> Void) {
    attemptToFulfill { self.keep($0) }
  }

  // The promise is gone, unkept: nothing comes any more, so that nobody need be held.
  deinit {
    for (_, subscription) in state.withLock({ $0.waiting }) { subscription.cancel() }
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, Failure == S.Failure, S: Subscriber {
    attach(Outlet(subscriber)) { subscriber.receive(subscription: $0) }
  }

  @usableFromInline
  func attach(_ outlet: Outlet<Output, Failure>, tell: (any Subscription) -> Void) {
    let connection = Connection(self)
    let subscription = FinalValueSubscription("Future", upstream: connection, to: outlet)
    tell(subscription)
    let result = state.withLock { state in
      if state.result == nil { state.waiting.append((connection, subscription)) }
      return state.result
    }
    if let result {
      subscription.settle(result)
    } else if subscription.ledger.isClosed {
      // Cancelled before it was among those who wait.
      remove(connection)
    }
  }

  private func keep(_ result: Result<Output, Failure>) {
    let waiting = state.withLock { state in
      if state.result != nil { return State().waiting }
      state.result = result
      defer { state.waiting = [] }
      return state.waiting
    }
    for (_, subscription) in waiting { subscription.settle(result) }
  }

  private func remove(_ connection: Connection) {
    _ = state.withLock { state in
      state.waiting.lastIndex { $0.connection === connection }.map { state.waiting.remove(at: $0) }
    }
  }

  /// What a subscription cancels: its place among those who wait.
  private final class Connection: Subscription {
    // Weak: the future holds the subscription, which holds this.
    private weak let future: Future?

    init(_ future: Future) { self.future = future }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { future?.remove(self) }
  }
}

extension FinalValueSubscription {
  fileprivate func settle(_ result: Result<Output, Failure>) {
    switch result {
    case .success(let value): finish(with: value)
    case .failure(let error): complete(.failure(error))
    }
  }
}
