import PlayheadLocking
import PortableCombine

@testable import PlayheadTesting

/// One run of a program. Values wait for demand in the upstreams, so that only the operator can lose
/// them.
///
/// Sendable is unchecked because all its parts may be used from any thread.
final class CallRun: @unchecked Sendable {
  private struct State {
    var subscription: (any Subscription)?
    var events: [String] = []
    var count = 0
    var isCancelled = false
    var isClosed = false
    var otherSubscription: (any Subscription)?
    var otherEvents: [String] = []
  }

  /// Is given a part of a call. Returns whether it makes that part later.
  typealias Delay = (_ part: @escaping () -> Void) -> Bool

  let program: CallProgram
  private let upstreams: [ProbePublisher<Token, ContractRow.Failure>]
  private let scheduler = InterleavedScheduler()
  private let stream: InterleavingRow.Stream
  private let delay: Delay
  private let onBoundary: () -> Void
  private let state = Locked(State())

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - delay: May delay what a thread does while others make calls: a call inside a delivery or inside the
  ///     release of a value, demand that a delivery returns to the operator or the operator to an
  ///     upstream, and the delivery of a value that an upstream has.
  ///   - onBoundary: Called where the operator and its upstreams call each other, and where the
  ///     operator calls its subscriber, and where that returns.
  init(
    of program: CallProgram, for row: InterleavingRow, delay: @escaping Delay = { _ in false },
    onBoundary: @escaping () -> Void
  ) {
    self.program = program
    self.delay = delay
    self.onBoundary = onBoundary
    upstreams = (0..<row.upstreams).map { _ in ProbePublisher() }
    stream = row.make(
      upstreams.map {
        BoundaryPublisher(upstream: $0, delay: delay, onBoundary: onBoundary).eraseToAnyPublisher()
      },
      scheduler)
  }

  var events: [String] { state.withLock { $0.events } }

  func perform(_ call: CallProgram.Call) {
    switch call {
    case .subscribe: subscribe()
    case .subscribeOther: subscribeOther()
    case .send(let value, let index):
      upstreams[index].add(Token(value) { [weak self] in self?.release(value) })
      perform(upstreams[index].deliver)
    case .complete(let index, let isFailure):
      upstreams[index].send(completion: isFailure ? .failure(ContractRow.Failure()) : .finished)
    case .request(let count): subscription?.request(.max(count))
    case .cancel: cancel()
    case .advance(let span): scheduler.advance(by: span, onBoundary)
    }
  }

  /// Makes a part of a call, now or later.
  private func perform(_ part: @escaping () -> Void) {
    if !delay(part) { part() }
  }

  private var subscription: (any Subscription)? { state.withLock { $0.subscription } }

  private func cancel() {
    let subscription = state.withLock { state in
      if state.subscription != nil { state.isCancelled = true }
      return state.subscription
    }
    subscription?.cancel()
  }

  private func subscribe() {
    stream.subscribe(
      AnySubscriber(
        receiveSubscription: { [unowned self] subscription in
          state.withLock { $0.subscription = subscription }
          onBoundary()
          if program.initialDemand > 0 { subscription.request(.max(program.initialDemand)) }
          onBoundary()
        },
        receiveValue: { [unowned self] in receive($0) },
        receiveCompletion: { [unowned self] completion in
          onBoundary()
          state.withLock { $0.events.append("\(completion)") }
        }))
  }

  private func subscribeOther() {
    stream.subscribe(
      AnySubscriber(
        receiveSubscription: { [unowned self] subscription in
          state.withLock { $0.otherSubscription = subscription }
          subscription.request(.unlimited)
        },
        receiveValue: { [unowned self] value in
          onBoundary()
          let count = state.withLock { state in
            state.otherEvents.append("\(value)")
            return state.otherEvents.count
          }
          if count == program.otherCount { state.withLock { $0.otherSubscription }?.cancel() }
          return .none
        },
        receiveCompletion: { [unowned self] completion in
          state.withLock { $0.otherEvents.append("\(completion)") }
        }))
  }

  private func receive(_ value: Int) -> Subscribers.Demand {
    onBoundary()
    let place = state.withLock { state in
      state.events.append("\(value)")
      state.count += 1
      return state.count - 1
    }
    if let call = program.inside, call.place == place { perform { [self] in perform(call.call) } }
    onBoundary()
    let demand = place < program.returns.count ? program.returns[place] : 0
    if demand > 0, delay({ [self] in perform(.request(demand)) }) { return .none }
    return .max(demand)
  }

  private func release(_ value: Int) {
    guard let call = program.release, call.value == value, !state.withLock({ $0.isClosed })
    else { return }
    perform { [self] in perform(call.call) }
  }

  /// Returns the received events, whether there was a subscription to cancel, and which upstreams have a
  /// subscriber after the calls, after one more value of each upstream, after the end of all delays,
  /// after another request, and after the end; then what the second subscriber received.
  func settle() -> [String] {
    state.withLock { if $0.isCancelled { $0.events.append("cancelled") } }
    mark()
    for (index, upstream) in upstreams.enumerated() { upstream.send(Token(200 + index) {}) }
    mark()
    scheduler.advance(by: 1000)
    mark()
    subscription?.request(.max(1))
    mark()
    subscription?.request(.unlimited)
    for upstream in upstreams { upstream.send(completion: .finished) }
    scheduler.advance(by: 1000)
    mark()
    return state.withLock { $0.events + $0.otherEvents }
  }

  private func mark() {
    let subscribed = upstreams.map { $0.isSubscribed ? "+" : "-" }.joined()
    state.withLock { $0.events.append("[\(subscribed)]") }
  }

  /// Cancels, and releases everything.
  func close() {
    let subscriptions = state.withLock { state in
      state.isClosed = true
      return [state.subscription.take(), state.otherSubscription.take()]
    }
    for subscription in subscriptions { subscription?.cancel() }
    // An operator may cancel its upstream with the scheduler.
    scheduler.advance(by: 1000)
    scheduler.clear()
  }
}

/// An upstream that makes known when it is called, and when it calls. Demand can return to it late.
private struct BoundaryPublisher: Publisher {
  typealias Output = Token
  typealias Failure = ContractRow.Failure

  let upstream: ProbePublisher<Token, ContractRow.Failure>
  let delay: CallRun.Delay
  let onBoundary: () -> Void

  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Output, S.Failure == Failure {
    onBoundary()
    LatePublisher(upstream: upstream, delay: delay)
      .handleEvents(
        receiveSubscription: { _ in onBoundary() }, receiveOutput: { _ in onBoundary() },
        receiveCompletion: { _ in onBoundary() }, receiveCancel: onBoundary,
        receiveRequest: { _ in onBoundary() }
      )
      .subscribe(subscriber)
  }
}

/// An upstream to which the demand that its subscriber returns can come later, as a request.
private struct LatePublisher: Publisher {
  typealias Output = Token
  typealias Failure = ContractRow.Failure

  let upstream: ProbePublisher<Token, ContractRow.Failure>
  let delay: CallRun.Delay

  func receive<S>(subscriber: S) where S: Subscriber, S.Input == Output, S.Failure == Failure {
    var own: (any Subscription)?
    upstream.subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          own = subscription
          subscriber.receive(subscription: subscription)
        },
        receiveValue: { [delay] value in
          let demand = subscriber.receive(value)
          guard demand > .none, let subscription = own else { return demand }
          return delay { subscription.request(demand) } ? .none : demand
        },
        receiveCompletion: subscriber.receive(completion:)))
  }
}
