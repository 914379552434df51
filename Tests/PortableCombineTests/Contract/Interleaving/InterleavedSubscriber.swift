import PlayheadLocking
import PortableCombine

@testable import PlayheadTesting

/// A subscriber that several threads use, and that checks the publisher's contract.
final class InterleavedSubscriber: Subscriber {
  private struct State {
    var subscription: (any Subscription)?
    var violations: [String] = []
    var requested = Subscribers.Demand.none
    var values: [Int] = []
    var isOver = false
    /// The number of events that may follow the cancellation; nil before it.
    var allowedEvents: Int?
    /// The number of calls that are cancelling. One may return before another has cancelled.
    var cancelCount = 0
    var thread: ThreadMark?
    var depth = 0
  }

  private let state = Locked(State())
  private let initialDemand: Subscribers.Demand
  private let onSubscription: () -> Void
  private let onValue: () -> Subscribers.Demand
  private let onCompletion: () -> Void

  init(
    asking initialDemand: Subscribers.Demand, onSubscription: @escaping () -> Void,
    onValue: @escaping () -> Subscribers.Demand, onCompletion: @escaping () -> Void
  ) {
    self.initialDemand = initialDemand
    self.onSubscription = onSubscription
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  var violations: [String] { state.withLock { $0.violations } }
  var values: [Int] { state.withLock { $0.values } }
  var requested: Subscribers.Demand { state.withLock { $0.requested } }
  var isCompleted: Bool { state.withLock { $0.isOver } }
  var isCancelled: Bool { state.withLock { $0.allowedEvents != nil } }

  // MARK: Receiving

  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      if state.subscription != nil || !state.values.isEmpty || state.isOver {
        state.violations.append("A subscription came late or twice.")
      }
      defer { if state.subscription == nil { state.subscription = subscription } }
      return state.subscription == nil
    }
    guard isFirst else { return subscription.cancel() }
    if initialDemand > .none { request(initialDemand) }
    onSubscription()
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    enter { state in
      state.values.append(input)
      if let demand = state.requested.max, demand < state.values.count {
        state.violations.append("A value came without demand.")
      }
    }
    let more = onValue()
    leave(adding: more)
    return more
  }

  func receive(completion: Subscribers.Completion<ContractRow.Failure>) {
    enter { $0.isOver = true }
    onCompletion()
    leave(adding: .none)
  }

  private func enter(_ record: (inout State) -> Void) {
    state.withLock { state in
      if state.subscription == nil {
        state.violations.append("An event preceded the subscription.")
      }
      if state.isOver { state.violations.append("An event followed the completion.") }
      if let allowed = state.allowedEvents {
        if allowed == 0 { state.violations.append("An event followed the cancellation.") }
        state.allowedEvents = max(0, allowed - 1)
      }
      if state.depth > 0, state.thread != .current {
        state.violations.append("Two threads delivered at once.")
      }
      state.thread = .current
      state.depth += 1
      record(&state)
    }
  }

  private func leave(adding more: Subscribers.Demand) {
    state.withLock { state in
      state.depth -= 1
      state.requested += more
    }
  }

  // MARK: Acting

  func request(_ demand: Subscribers.Demand) {
    state.withLock { state in
      guard let subscription = state.subscription else { return nil as (any Subscription)? }
      state.requested += demand
      return subscription
    }?.request(demand)
  }

  /// Cancels. Only the events that are under way may follow: the one that another thread is delivering,
  /// and one for each release of a value, because it may come inside an operator, which then sends the
  /// value that it has decided to send.
  ///
  /// - Parameter releases: Returns the number of releases of values that have not returned.
  func cancel(inside releases: () -> Int = { 0 }) {
    let subscription = state.withLock { state in
      if state.subscription != nil { state.cancelCount += 1 }
      return state.subscription
    }
    guard let subscription else { return }
    subscription.cancel()
    state.withLock { state in
      state.cancelCount -= 1
      if state.cancelCount > 0 { return }
      let isInside = state.depth > 0 && state.thread == .current
      // Read after the last cancellation, because a release can begin while it is under way.
      if state.allowedEvents == nil { state.allowedEvents = releases() + (isInside ? 0 : 1) }
    }
  }
}
