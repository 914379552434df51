import PlayheadTesting
import PortableCombine

/// An upstream controlled by a schedule. It follows the contract: it sends no value without demand,
/// and nothing after its completion or a cancellation.
final class ScheduledUpstream: Publisher {
  typealias Output = Int
  typealias Failure = ContractRow.Failure

  /// The source of the values.
  enum Kind {
    /// The schedule sends values, and values without demand are lost.
    case hot
    /// The values are given and are sent on demand, followed by the completion.
    case cold([Int], Subscribers.Completion<Failure>)
  }

  private let kind: Kind
  private let log: (ScheduleEvent) -> Void
  private let index: Int
  private var connections: [Connection] = []

  init(_ kind: Kind, index: Int, log: @escaping (ScheduleEvent) -> Void) {
    self.kind = kind
    self.index = index
    self.log = log
  }

  func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == Failure, S.Input == Output {
    log(.subscribed(index))
    let connection = Connection(AnySubscriber(subscriber), to: self)
    connections.append(connection)
    subscriber.receive(subscription: connection)
    connection.deliverWaiting()
  }

  /// Releases its connections, each of which retains this object.
  func forgetConnections() { connections = [] }

  /// Sends a value to the subscribers with demand.
  func send(_ value: Int) {
    for connection in connections { connection.send(value) }
  }

  /// Completes the upstream, unless it is cold and completes by itself.
  func send(completion: Subscribers.Completion<Failure>) {
    guard case .hot = kind else { return }
    for connection in connections { connection.complete(completion) }
  }

  private final class Connection: Subscription {
    private let upstream: ScheduledUpstream
    private var subscriber: AnySubscriber<Int, ContractRow.Failure>?
    private var demand = Subscribers.Demand.none
    private var waiting: [Int] = []
    private var isDelivering = false

    init(_ subscriber: AnySubscriber<Int, ContractRow.Failure>, to upstream: ScheduledUpstream) {
      self.subscriber = subscriber
      self.upstream = upstream
      if case .cold(let values, _) = upstream.kind { waiting = values.reversed() }
    }

    func request(_ more: Subscribers.Demand) {
      guard subscriber != nil else { return }
      demand += more
      deliverWaiting()
    }

    func cancel() {
      guard subscriber.take() != nil else { return }
      upstream.log(.cancelled(upstream.index))
    }

    func send(_ value: Int) {
      guard case .hot = upstream.kind, let subscriber, demand > .none else { return }
      demand -= 1
      demand += subscriber.receive(value)
    }

    func complete(_ completion: Subscribers.Completion<ContractRow.Failure>) {
      subscriber.take()?.receive(completion: completion)
    }

    func deliverWaiting() {
      guard case .cold(_, let completion) = upstream.kind, !isDelivering else { return }
      isDelivering = true
      while let subscriber, demand > .none, let value = waiting.popLast() {
        demand -= 1
        demand += subscriber.receive(value)
      }
      isDelivering = false
      if waiting.isEmpty { complete(completion) }
    }
  }
}
