import PlayheadLocking
import PortableCombine

/// A subscriber that records everything it receives, in order. The test determines its demand.
///
/// It may be used from any thread. It also records violations of the publisher's contract; see `violations`.
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
  /// A received event.
  public enum Event {
    /// The subscription, with its description.
    case subscription(description: String)
    /// A value.
    case value(Input)
    /// The completion.
    case completion(Subscribers.Completion<Failure>)
  }

  private struct State {
    var history: [Event] = []
    var violations: [String] = []
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

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - initialDemand: The demand to request when the subscription arrives; `.none` for no
  ///     request.
  ///   - onValue: Called with each value. Returns additional demand.
  ///   - onSubscription: Called after the first request.
  ///   - onCompletion: Called after the completion is recorded.
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

  /// Records and stores the subscription, and requests the initial demand. Cancels a second one.
  ///
  /// - Parameter subscription: The subscription.
  public func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      state.history.append(.subscription(description: "\(subscription)"))
      if state.subscription != nil {
        state.violations.append("A second subscription was delivered.")
      }
      if state.received > 0 || state.isOver {
        state.violations.append("The subscription was delivered late.")
      }
      guard state.subscription == nil else { return false }
      state.subscription = subscription
      return true
    }
    guard isFirst else { return subscription.cancel() }
    OpenStreams.add(self)
    if initialDemand > .none { request(initialDemand) }
    onSubscription(self)
  }

  /// Records a value. Returns the demand that `onValue` returns.
  ///
  /// - Parameter input: The value.
  /// - Returns: The demand to add.
  public func receive(_ input: Input) -> Subscribers.Demand {
    enter { state in
      state.history.append(.value(input))
      state.received += 1
      if state.subscription == nil {
        state.violations.append("A value was delivered before the subscription.")
      }
      if state.isOver { state.violations.append("A value was delivered after the completion.") }
      if state.isCancelled {
        state.violations.append("A value was delivered after the cancellation.")
      }
      if state.requested < state.received {
        state.violations.append("A value was delivered without demand.")
      }
    }
    let more = onValue(self, input)
    leave { $0.requested += more }
    return more
  }

  /// Records the completion.
  ///
  /// - Parameter completion: The completion.
  public func receive(completion: Subscribers.Completion<Failure>) {
    enter { state in
      state.history.append(.completion(completion))
      if state.subscription == nil {
        state.violations.append("The completion was delivered before the subscription.")
      }
      if state.isOver { state.violations.append("A second completion was delivered.") }
      if state.isCancelled {
        state.violations.append("A completion was delivered after the cancellation.")
      }
      state.isOver = true
    }
    onCompletion(self)
    leave { _ in }
  }

  private func enter(_ body: (inout State) -> Void) {
    state.withLock { state in
      // Nested deliveries on the same thread are allowed; two threads at the same time are not.
      if state.users.keys.contains(where: { $0 != .current }) {
        state.violations.append("Two threads delivered at once.")
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

  // MARK: Requesting

  /// Requests more values. Has no effect before the subscription arrives.
  ///
  /// - Parameter demand: The number of values. It adds to earlier demand.
  public func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLock { state in
      state.requested += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels the subscription but retains it, so that a test can check which objects it releases.
  public func cancel() {
    let subscription = state.withLock { state in
      state.isCancelled = true
      return state.subscription
    }
    subscription?.cancel()
  }

  // MARK: Results

  /// The subscription; nil before it arrives.
  public var subscription: (any Subscription)? { state.withLock { $0.subscription } }

  /// All received events, in order.
  public var history: [Event] { state.withLock { $0.history } }

  /// The violations of the contract, one sentence each.
  public var violations: [String] { state.withLock { $0.violations } }

  /// The received values.
  public var values: [Input] {
    history.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }

  /// The completion; nil before it arrives.
  public var completion: Subscribers.Completion<Failure>? {
    history.lazy.compactMap { if case .completion(let end) = $0 { end } else { nil } }.last
  }

  /// Whether the publisher finished without a failure.
  public var isFinished: Bool {
    if case .finished = completion { true } else { false }
  }
}

extension RecordingSubscriber.Event: Equatable where Input: Equatable, Failure: Equatable {}
