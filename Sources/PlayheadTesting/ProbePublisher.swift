import PlayheadLocking
import PortableCombine

/// A publisher that a test controls. It obeys demand and records requests.
///
/// Values without demand wait. The completion is sent after all values. The publisher has one
/// subscriber at a time. Values must be sent from one thread at a time.
public final class ProbePublisher<Output, Failure: Error>: Publisher {
  private struct State {
    var subscriber: AnySubscriber<Output, Failure>?
    var waiting: [Output] = []
    var completion: Subscribers.Completion<Failure>?
    /// The number of subscribers until now. Only the latest one's requests and cancellation count.
    var subscriberCount = 0
    var demand = Subscribers.Demand.none
    var isDelivering = false
    /// The thread that sends the subscription; other threads send nothing before it has returned.
    var announcer: ThreadMark?
    var requests: [Subscribers.Demand] = []
    var cancellations = 0
  }

  private let state = Locked(State())

  /// Creates a publisher.
  ///
  /// - Parameters:
  ///   - values: The values to send when they are requested.
  ///   - completion: The completion after the values; nil for none.
  public init(_ values: [Output] = [], completion: Subscribers.Completion<Failure>? = nil) {
    state.withLock { state in
      state.waiting = values.reversed()
      state.completion = completion
    }
  }

  /// Attaches a subscriber, which replaces the previous one.
  ///
  /// - Parameter subscriber: The subscriber to attach.
  public func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == Failure, S.Input == Output {
    let next = AnySubscriber(subscriber)
    let (number, previous) = state.withLock { state in
      let previous = state.subscriber.take()
      state.subscriber = next
      state.subscriberCount += 1
      state.demand = .none
      state.announcer = .current
      return (state.subscriberCount, previous)
    }
    _ = consume previous
    subscriber.receive(subscription: Connection(probe: self, number: number))
    state.withLock { $0.announcer = nil }
    deliver()
  }

  /// Sends a value as soon as there is demand.
  ///
  /// - Parameter value: The value.
  public func send(_ value: Output) {
    add(value)
    deliver()
  }

  /// Adds a value, which another call delivers.
  func add(_ value: Output) {
    state.withLock { $0.waiting.insert(value, at: 0) }
  }

  /// Completes after all values are sent.
  ///
  /// - Parameter completion: The completion.
  public func send(completion: Subscribers.Completion<Failure>) {
    state.withLock { $0.completion = completion }
    deliver()
  }

  /// The requests in order, without the demand that the subscriber returned for values.
  public var requests: [Subscribers.Demand] { state.withLock { $0.requests } }

  /// The number of cancellations.
  public var cancellations: Int { state.withLock { $0.cancellations } }

  /// Whether there is a subscriber that is neither completed nor cancelled.
  public var isSubscribed: Bool { state.withLock { $0.subscriber != nil } }

  /// Sends what waits and is due, unless another call is doing it.
  func deliver() {
    while true {
      let (next, completion) = state.withLock {
        state -> (
          (AnySubscriber<Output, Failure>, Output, number: Int)?,
          (AnySubscriber<Output, Failure>, Subscribers.Completion<Failure>)?
        ) in
        guard let subscriber = state.subscriber, !state.isDelivering,
          state.announcer == nil || state.announcer == .current
        else { return (nil, nil) }
        if state.demand > .none, let value = state.waiting.popLast() {
          state.demand -= 1
          state.isDelivering = true
          return ((subscriber, value, state.subscriberCount), nil)
        }
        guard state.waiting.isEmpty, let completion = state.completion else { return (nil, nil) }
        state.subscriber = nil
        return (nil, (subscriber, completion))
      }
      if let (subscriber, value, number) = next {
        let more = subscriber.receive(value)
        state.withLock { state in
          if state.subscriberCount == number { state.demand += more }
          state.isDelivering = false
        }
        continue
      }
      if let (subscriber, completion) = completion { subscriber.receive(completion: completion) }
      return
    }
  }

  fileprivate func request(_ demand: Subscribers.Demand, by number: Int) {
    state.withLock { state in
      state.requests.append(demand)
      if state.subscriberCount == number { state.demand += demand }
    }
    deliver()
  }

  fileprivate func cancel(by number: Int) {
    let released = state.withLock { state in
      state.cancellations += 1
      return state.subscriberCount == number ? state.subscriber.take() : nil
    }
    _ = consume released
  }

  private final class Connection: Subscription {
    let probe: ProbePublisher
    let number: Int

    init(probe: ProbePublisher, number: Int) {
      self.probe = probe
      self.number = number
    }

    func request(_ demand: Subscribers.Demand) { probe.request(demand, by: number) }
    func cancel() { probe.cancel(by: number) }
  }
}
