import Dispatch
import PlayheadLocking
import PortableCombine
import PlayheadTimekeeping

extension Publisher where Failure == Never {
  /// Returns a publisher that delivers on a queue, with a timer of the clock, or where the upstream sends if it is nil.
  package func delivered(
    on queue: DispatchQueue?, by clock: any HostClock
  ) -> AnyPublisher<Output, Never> {
    guard let queue else { return eraseToAnyPublisher() }
    return QueueDelivery(upstream: self, queue: queue, clock: clock).eraseToAnyPublisher()
  }
}

/// Delivers the values and the completion of a publisher on a queue, in order.
///
/// The counterpart of `receive(on:)`, for which a manual clock replaces the queue.
private struct QueueDelivery<Upstream: Publisher>: Publisher where Upstream.Failure == Never {
  typealias Output = Upstream.Output
  typealias Failure = Never

  let upstream: Upstream
  let queue: DispatchQueue
  let clock: any HostClock

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    upstream.subscribe(QueueSubscription(on: queue, by: clock, to: subscriber))
  }
}

/// A subscription as its timer uses it, without the type of its subscriber.
protocol Delivering: AnyObject, Sendable {
  /// Delivers the values that have come or are due until now. Called by the timer.
  func deliver()
}

/// Holds the values on their way to the queue. The subscriber's requests go to the upstream at once, so it
/// holds no value that was not requested.
///
/// Unchecked: the subscriber is read under the lock. It is called with the subscription, and after that by
/// the timer's handler only.
private final class QueueSubscription<Downstream: Subscriber>: Subscriber, Subscription, Delivering,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Failure == Never {
  private struct State {
    /// Nil once cancelled or completed.
    var downstream: Downstream?
    /// Whether the subscriber has received the subscription.
    var isActive = false
    var upstream: (any Subscription)?
    var timer: (any HostTimer)?
    var values: [Downstream.Input] = []
    var isComplete = false
    /// The subscription itself, while something must be delivered.
    var pending: QueueSubscription?
  }

  private let state: Locked<State>

  init(on queue: DispatchQueue, by clock: any HostClock, to downstream: Downstream) {
    state = Locked(State(downstream: downstream))
    let delivering: any Delivering = self
    let timer = clock.makeTimer(on: queue) { [weak delivering] in delivering?.deliver() }
    state.withLock { $0.timer = timer }
  }

  func receive(subscription: any Subscription) {
    let downstream = state.withLock { state in
      state.upstream = subscription
      return state.downstream
    }
    downstream?.receive(subscription: self)
    fire { $0.isActive = true }
  }

  func receive(_ value: Downstream.Input) -> Subscribers.Demand {
    fire { $0.values.append(value) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    fire { $0.isComplete = true }
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.upstream }?.request(demand)
  }

  func cancel() { release()?.upstream?.cancel() }

  var description: String { "QueueDelivery" }

  private func fire(_ body: (inout State) -> Void) {
    let timer = state.withLock { state -> (any HostTimer)? in
      if state.downstream == nil { return nil }
      body(&state)
      state.pending = self
      return state.timer
    }
    timer?.fire()
  }

  func deliver() {
    let values = state.withLock { state -> [Downstream.Input]? in
      guard state.isActive else { return nil }
      defer { state.values = [] }
      return state.values
    }
    guard let values else { return }
    // Values that arrive during this must not keep the queue from other work.
    for value in values {
      guard let downstream = state.withLock({ $0.downstream }) else { break }
      let demand = downstream.receive(value)
      if demand > .none { request(demand) }
    }
    let (timer, isComplete, pending) = state.withLock {
      state -> ((any HostTimer)?, Bool, QueueSubscription?) in
      if !state.values.isEmpty { return (state.timer, false, nil) }
      return (nil, state.isComplete, state.pending.take())
    }
    timer?.fire()
    if isComplete { release()?.downstream?.receive(completion: .finished) }
    withExtendedLifetime(pending) {}
  }

  /// Ends the deliveries. Returns the stored state, which is released without the lock; nil if they have ended.
  private func release() -> State? {
    let released = state.withLock { state -> State? in
      if state.downstream == nil { return nil }
      defer { state = State() }
      return state
    }
    released?.timer?.cancel()
    return released
  }
}
