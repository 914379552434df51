import Locking
import PortableCombine

/// A subscriber that records everything it receives, in order, and asks as it is told.
///
/// Safe from any thread. It also notes misbehaviour of the publisher: see `faults`.
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
  /// One thing received.
  public enum Event {
    case subscription(description: String)
    case value(Input)
    case completion(Subscribers.Completion<Failure>)
  }

  private struct State {
    var history: [Event] = []
    var faults: [String] = []
    var subscription: (any Subscription)?
    var requested = Subscribers.Demand.none
    var received = 0
    var isOver = false
    var isCancelled = false
    var users: [ThreadMark: Int] = [:]
  }

  private let state = Locked(State())
  private let initialDemand: Subscribers.Demand
  private let onSubscription: (RecordingSubscriber) -> Void
  private let onValue: (RecordingSubscriber, Input) -> Subscribers.Demand
  private let onCompletion: (RecordingSubscriber) -> Void

  /// Makes a subscriber.
  ///
  /// - Parameters:
  ///   - initialDemand: what it asks for when it is told of its subscription; nothing if `.none`.
  ///   - onValue: what it does with a value, and asks for on top.
  ///   - onSubscription: what it does after it asked for the first time.
  ///   - onCompletion: what it does with the completion.
  public init(
    asking initialDemand: Subscribers.Demand = .unlimited,
    onValue: @escaping (RecordingSubscriber, Input) -> Subscribers.Demand = { _, _ in .none },
    onSubscription: @escaping (RecordingSubscriber) -> Void = { _ in },
    onCompletion: @escaping (RecordingSubscriber) -> Void = { _ in }
  ) {
    self.initialDemand = initialDemand
    self.onSubscription = onSubscription
    self.onCompletion = onCompletion
    self.onValue = onValue
  }

  // MARK: Receiving

  public func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      state.history.append(.subscription(description: "\(subscription)"))
      if state.subscription != nil { state.faults.append("A second subscription came.") }
      if state.received > 0 || state.isOver { state.faults.append("The subscription came late.") }
      guard state.subscription == nil else { return false }
      state.subscription = subscription
      return true
    }
    guard isFirst else { return subscription.cancel() }
    OpenStreams.add(self)
    if initialDemand > .none { request(initialDemand) }
    onSubscription(self)
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    enter { state in
      state.history.append(.value(input))
      state.received += 1
      if state.subscription == nil { state.faults.append("A value came before the subscription.") }
      if state.isOver { state.faults.append("A value came after the completion.") }
      if state.isCancelled { state.faults.append("A value came after the cancellation.") }
      if state.requested < state.received { state.faults.append("A value came unasked.") }
    }
    let more = onValue(self, input)
    leave { $0.requested += more }
    return more
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    enter { state in
      state.history.append(.completion(completion))
      if state.subscription == nil { state.faults.append("The completion came too early.") }
      if state.isOver { state.faults.append("A second completion came.") }
      if state.isCancelled { state.faults.append("A completion came after the cancellation.") }
      state.isOver = true
    }
    onCompletion(self)
    leave { _ in }
  }

  private func enter(_ body: (inout State) -> Void) {
    state.withLock { state in
      // A delivery nested in another on the same thread is no fault; two threads at once are.
      if state.users.keys.contains(where: { $0 != .current }) {
        state.faults.append("Two threads delivered at once.")
      }
      state.users[.current, default: 0] += 1
      body(&state)
    }
  }

  private func leave(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.users[.current, default: 0] -= 1
      if state.users[.current] == 0 { state.users[.current] = nil }
    }
  }

  // MARK: Asking

  /// Asks for more; nothing before the subscription and after cancelling.
  public func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLock { state in
      state.requested += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels the subscription, which stays held, so that a test sees what it lets go of.
  public func cancel() {
    let subscription = state.withLock { state in
      state.isCancelled = true
      return state.subscription
    }
    subscription?.cancel()
  }

  // MARK: Looking

  /// The subscription received.
  public var subscription: (any Subscription)? { state.withLock { $0.subscription } }

  /// Everything received, in order.
  public var history: [Event] { state.withLock { $0.history } }

  /// What the publisher did against the contract, a sentence each.
  public var faults: [String] { state.withLock { $0.faults } }

  /// The values received.
  public var values: [Input] {
    history.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The completion received.
  public var completion: Subscribers.Completion<Failure>? {
    history.lazy.compactMap { if case .completion(let end) = $0 { end } else { nil } }.last
  }

  /// Whether it finished without a failure.
  public var isFinished: Bool {
    if case .finished = completion { true } else { false }
  }
}

extension RecordingSubscriber.Event: Equatable where Input: Equatable, Failure: Equatable {}
