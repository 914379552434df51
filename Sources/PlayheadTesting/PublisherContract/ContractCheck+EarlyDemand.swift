import PortableCombine

extension ContractCheck {
  /// Demand that arrives while a subscription is delivered, and requests after a cancellation.
  static let early = [
    ContractCheck("Upstream values that were requested early follow the subscription.") { row in
      let reference = Trial.reference(row)
      return EarlyDemand.all.flatMap { early -> [String] in
        let recorder = Trial.Recorder()
        let probes = Trial(row).probes.map { early.request(of: $0.eraseToAnyPublisher()) }
        row.make(probes).subscribe(recorder)
        let differs = !row.exceptions.isDisjoint(with: [.dependsOnDemand, .dropsSurplus])
        if differs || row.upstreams > 1 {
          return recorder.violations
        }
        return recorder.values == reference.values
          ? recorder.violations
          : recorder.violations + ["\(recorder.values) instead of \(reference.values)."]
      }
    },
    ContractCheck("Values that were requested early follow the subscription.") { row in
      EarlyDemand.all.flatMap { early -> [String] in
        let recorder = RecordingSubscriber<Int, any Error>()
        // Traps at a value that precedes the subscription.
        early.request(of: Trial(row).stream).tryFilter { _ in true }.subscribe(recorder)
        return recorder.violations
      }
    },
    ContractCheck("No upstream is asked for values after it was cancelled.") { row in
      if row.upstreams == 0 { return [] }
      return (0...6).flatMap { count -> [String] in
        [Subscribers.Demand.max(1), .max(3), .unlimited].flatMap { demand -> [String] in
          cancelled(row, after: count, asking: demand)
        }
      }
    },
    ContractCheck("No upstream that sends too much is asked for values after it was cancelled.") {
      row in
      (1...6).flatMap { count -> [String] in
        [Subscribers.Demand.max(1), .max(3), .unlimited].flatMap { demand -> [String] in
          cancelled(row, after: count, asking: demand, isPushing: true)
        }
      }
    },
    ContractCheck("A request that ends the stream is the last one.") { row in
      (0..<row.upstreams).flatMap { index -> [String] in
        (1...3).flatMap { ended(row, atRequest: $0, ofUpstream: index) }
      }
    },
  ]

  private static func ended(
    _ row: ContractRow, atRequest count: Int, ofUpstream index: Int
  ) -> [String] {
    let recorder = Trial.Recorder(asking: .none)
    let upstreams = (0..<row.upstreams).map { _ in AskedPublisher(Trial.values) }
    var isOver = false
    upstreams[index].onRequest = { number in
      if number == count {
        isOver = true
        recorder.cancel()
      }
    }
    row.make(upstreams.map { $0.eraseToAnyPublisher() }).subscribe(recorder)
    for demand in [Subscribers.Demand.max(1), .unlimited] where !isOver {
      if recorder.completion == nil { recorder.request(demand) }
    }
    return upstreams.flatMap(\.violations)
  }

  private static func cancelled(
    _ row: ContractRow, after count: Int, asking demand: Subscribers.Demand,
    isPushing: Bool = false
  ) -> [String] {
    let upstreams = (0..<row.upstreams).map { _ in
      AskedPublisher(Trial.values, isPushing: isPushing)
    }
    var left = count
    let recorder = Trial.Recorder(
      asking: isPushing ? .none : demand,
      onValue: { recorder, _ in
        left -= 1
        if left <= 0 { recorder.cancel() }
        return .max(2)
      }, onSubscription: { if count == 0 { $0.cancel() } })
    row.make(upstreams.map { $0.eraseToAnyPublisher() }).subscribe(recorder)
    // A request after the end is the recorder's own, which some operators pass on.
    if isPushing, left > 0, recorder.completion == nil { recorder.request(demand) }
    return upstreams.flatMap(\.violations)
  }
}

/// An operator whose closure requests a value before the subscriber has its subscription.
private enum EarlyDemand: CaseIterable {
  case handleEvents, breakpoint

  static var all: [EarlyDemand] { allCases }

  func request(of upstream: ContractRow.Stream) -> ContractRow.Stream {
    switch self {
    case .handleEvents:
      upstream.handleEvents(receiveSubscription: { $0.request(.max(1)) }).eraseToAnyPublisher()
    case .breakpoint:
      upstream.breakpoint(receiveSubscription: {
        $0.request(.max(1))
        return false
      }).eraseToAnyPublisher()
    }
  }
}

/// A publisher that sends its values on request, and records requests after a cancellation.
private final class AskedPublisher: Publisher {
  typealias Output = Int
  typealias Failure = ContractRow.Failure

  private(set) var violations: [String] = []
  /// Called at each request with its number, before values are sent.
  var onRequest: (Int) -> Void = { _ in }
  private let values: [Int]
  private let isPushing: Bool
  private var requestCount = 0

  /// Creates a publisher, which may send its values without requests.
  init(_ values: [Int], isPushing: Bool = false) {
    self.values = values
    self.isPushing = isPushing
  }

  func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Failure, S.Input == Int {
    if isPushing {
      subscriber.receive(subscription: Asked(Subscriptions.empty, by: self))
      for value in values { _ = subscriber.receive(value) }
      return subscriber.receive(completion: .finished)
    }
    values.publisher.setFailureType(to: Failure.self)
      .subscribe(
        AnySubscriber(
          receiveSubscription: { subscriber.receive(subscription: Asked($0, by: self)) },
          receiveValue: { subscriber.receive($0) },
          receiveCompletion: { subscriber.receive(completion: $0) }))
  }

  private final class Asked: Subscription {
    private let upstream: any Subscription
    private let publisher: AskedPublisher
    private var isCancelled = false

    init(_ upstream: any Subscription, by publisher: AskedPublisher) {
      self.upstream = upstream
      self.publisher = publisher
    }

    func request(_ demand: Subscribers.Demand) {
      if isCancelled {
        publisher.violations.append("\(demand) was requested after a cancellation.")
      }
      publisher.requestCount += 1
      publisher.onRequest(publisher.requestCount)
      upstream.request(demand)
    }

    func cancel() {
      isCancelled = true
      upstream.cancel()
    }
  }
}
