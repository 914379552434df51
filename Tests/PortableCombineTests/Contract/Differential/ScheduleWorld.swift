import PortableCombine

@testable import PlayheadTesting

/// A publisher, its upstreams, a subscriber, and a schedule of events.
///
/// A schedule sends values, completes upstreams, requests, cancels, and advances the time. It does
/// so from outside and from inside each delivery.
final class ScheduleWorld {
  typealias Stream = ContractRow.Stream
  typealias Make = (ScheduleWorld) -> Stream

  let scheduler = VirtualScheduler()
  private(set) var upstreams: [Stream] = []
  private(set) var events: [ScheduleEvent] = []
  /// Objects that must live as long as the schedule runs.
  var kept: [Any] = []
  private var driven: [ScheduledUpstream] = []
  private let choices: ScheduleChoices
  private let requestsNothing: Bool
  private var subscription: (any Subscription)?
  private var depth = 0
  private var steps = 0

  /// - Parameters:
  ///   - count: The number of upstreams.
  ///   - requestsNothing: Whether zero values may be requested.
  ///   - choices: The choices that determine the schedule.
  init(upstreams count: Int, requestsNothing: Bool, choices: ScheduleChoices) {
    self.choices = choices
    self.requestsNothing = requestsNothing
    driven = (0..<count).map { index in
      ScheduledUpstream(makeKind(), index: index) { [weak self] in self?.events.append($0) }
    }
    upstreams = driven.map { AnyPublisher($0) }
  }

  private func makeKind() -> ScheduledUpstream.Kind {
    if choices.next(below: 3) > 0 { return .hot }
    let values = (0..<choices.next(below: 4)).map { _ in choices.next(below: 6) }
    return .cold(values, choices.next(below: 3) == 0 ? .failure(ContractRow.Failure()) : .finished)
  }

  /// Runs the schedule on a publisher. Returns the observed events.
  func run(_ make: Make) -> [ScheduleEvent] {
    let stream = make(self)
    let count = 1 + choices.next(below: 12)
    stream.subscribe(
      AnySubscriber(
        receiveSubscription: { [unowned self] in begin($0) },
        receiveValue: { [unowned self] in receive($0) },
        receiveCompletion: { [unowned self] in receive($0) }))
    for _ in 0..<count { act() }
    request(.unlimited)
    scheduler.advance(by: 1000)
    for upstream in driven { upstream.send(completion: .finished) }
    scheduler.advance(by: 1000)
    subscription?.cancel()
    scheduler.advance(by: 1000)
    kept = []
    for upstream in driven { upstream.forgetConnections() }
    return events
  }

  private func begin(_ subscription: any Subscription) {
    events.append(.subscription)
    self.subscription = subscription
    switch choices.next(below: 5) {
    case 0: break
    case 1: request(.unlimited)
    default: request(.max(1 + choices.next(below: 2)))
    }
    actInside()
  }

  private func receive(_ value: Int) -> Subscribers.Demand {
    events.append(.value(value))
    actInside()
    let more = [0, 0, 0, 1, 2][choices.next(below: 5)]
    events.append(.action("returns \(more)"))
    return .max(more)
  }

  private func receive(_ completion: Subscribers.Completion<ContractRow.Failure>) {
    if case .finished = completion { events.append(.finished) } else { events.append(.failed) }
    actInside()
  }

  /// Records an observation of a subscriber other than the first.
  func note(_ text: String) { events.append(.action(text)) }

  /// Acts inside a delivery, at times.
  func actInside() {
    guard depth < 2, choices.next(below: 3) == 0 else { return }
    depth += 1
    act()
    depth -= 1
  }

  private func act() {
    // Limited, because each value may cause another.
    guard steps < 60 else { return }
    steps += 1
    let upstream = driven.isEmpty ? 0 : choices.next(below: driven.count)
    switch choices.next(below: 20) {
    case 0:
      events.append(.action("cancel"))
      subscription?.cancel()
    case 1: complete(upstream, .finished)
    case 2: complete(upstream, .failure(ContractRow.Failure()))
    case 3: request(.unlimited)
    case 4...7: request(.max(1 + choices.next(below: 3)))
    case 8: if requestsNothing { request(.none) }
    case 9...11:
      let span = 1 + choices.next(below: 8)
      events.append(.action("\(span) ns pass"))
      scheduler.advance(by: span)
    default:
      guard !driven.isEmpty else { return }
      let value = choices.next(below: 6)
      events.append(.action("upstream \(upstream) sends \(value)"))
      driven[upstream].send(value)
    }
  }

  private func complete(_ index: Int, _ completion: Subscribers.Completion<ContractRow.Failure>) {
    guard !driven.isEmpty else { return }
    events.append(.action("upstream \(index) completes: \(completion)"))
    driven[index].send(completion: completion)
  }

  private func request(_ demand: Subscribers.Demand) {
    guard let subscription else { return }
    events.append(.action("request \(demand)"))
    subscription.request(demand)
  }
}
