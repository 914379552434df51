import PortableCombine

extension ContractCheck {
  static let misuse = [
    ContractCheck("A second subscription is cancelled, and the first remains.") { row in
      let upstreams = (0..<row.upstreams).map { _ in TwicePublisher() }
      let sink = Subscribers.Sink<Int, ContractRow.Failure>(
        receiveCompletion: { _ in }, receiveValue: { _ in })
      row.make(upstreams.map { $0.eraseToAnyPublisher() }).subscribe(sink)
      defer { sink.cancel() }
      return upstreams.enumerated().flatMap { index, upstream -> [String] in
        guard let (first, second) = upstream.subscriptions else { return [] }
        var violations: [String] = []
        if !second.isCancelled {
          violations.append("The second subscription to upstream \(index) was not cancelled.")
        }
        // A publisher that completes by itself may cancel the first subscription too.
        if first.isCancelled, !row.exceptions.contains(.completesByItself) {
          violations.append("The first subscription to upstream \(index) was cancelled.")
        }
        return violations
      }
    }
  ]
}

/// A publisher that violates the contract: it sends its subscriber two subscriptions and no values.
private final class TwicePublisher: Publisher {
  typealias Output = Int
  typealias Failure = ContractRow.Failure

  final class Connection: Subscription {
    private(set) var isCancelled = false

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { isCancelled = true }
  }

  /// The two subscriptions of the last subscriber; nil before there is one.
  private(set) var subscriptions: (first: Connection, second: Connection)?

  func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == Failure, S.Input == Output {
    let (first, second) = (Connection(), Connection())
    subscriptions = (first, second)
    subscriber.receive(subscription: first)
    subscriber.receive(subscription: second)
  }
}
