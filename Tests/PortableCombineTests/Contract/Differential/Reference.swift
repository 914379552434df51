import PlayheadTesting
import PortableCombine

/// The subscription of an operator's reference; all references share it.
final class Reference: Subscription {
  typealias Stream = ContractRow.Stream
  typealias Completion = Subscribers.Completion<ContractRow.Failure>

  private let downstream: AnySubscriber<Int, ContractRow.Failure>
  /// The subscriptions to the upstreams, cancelled at the end in this order.
  var upstreams: [(any Subscription)?]
  /// The unmet demand, for operators that count it.
  var demand = Subscribers.Demand.none
  private(set) var isOver = false
  var onRequest: (Subscribers.Demand) -> Void = { _ in }
  var onCancel: () -> Void = {}

  private init(_ downstream: AnySubscriber<Int, ContractRow.Failure>, upstreams count: Int) {
    self.downstream = downstream
    upstreams = Array(repeating: nil, count: count)
  }

  /// Returns a publisher that makes a reference for each subscriber, and connects it with `body`.
  static func publisher(upstreams count: Int = 1, _ body: @escaping (Reference) -> Void) -> Stream {
    AnyPublisher(Attached { body(Reference($0, upstreams: count)) })
  }

  private struct Attached: Publisher {
    typealias Output = Int
    typealias Failure = ContractRow.Failure

    let attach: (AnySubscriber<Int, ContractRow.Failure>) -> Void

    func receive<S>(subscriber: S) where S: Subscriber, S.Input == Int, S.Failure == Failure {
      attach(AnySubscriber(subscriber))
    }
  }

  /// Requests values. Has no effect if `demand` is zero.
  func request(_ demand: Subscribers.Demand) {
    if !isOver, demand > .none { onRequest(demand) }
  }

  func cancel() {
    if isOver { return }
    isOver = true
    cancelUpstreams()
    release()()
  }

  func announce() { downstream.receive(subscription: self) }

  func send(_ value: Int) -> Subscribers.Demand { isOver ? .none : downstream.receive(value) }

  /// Cancels the remaining upstreams, and completes.
  func end(_ completion: Completion) {
    if isOver { return }
    isOver = true
    cancelUpstreams()
    _ = release()
    downstream.receive(completion: completion)
  }

  /// Releases the closures, which retain this object, and returns the closure for a cancellation.
  private func release() -> () -> Void {
    defer {
      onRequest = { _ in }
      onCancel = {}
    }
    return onCancel
  }

  private func cancelUpstreams() {
    for index in upstreams.indices { upstreams[index].take()?.cancel() }
  }

  /// Subscribes to an upstream.
  ///
  /// Without `subscribed`, the subscription is stored at `index` and announced to the subscriber.
  /// Without `completed`, the completion is forwarded.
  func connect(
    to upstream: Stream, at index: Int = 0, subscribed: (() -> Void)? = nil,
    completed: ((Completion) -> Void)? = nil, value: @escaping (Int) -> Subscribers.Demand
  ) {
    upstream.subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          if self.isOver { return subscription.cancel() }
          self.upstreams[index] = subscription
          if let subscribed { subscribed() } else { self.announce() }
        },
        receiveValue: { self.isOver ? .none : value($0) },
        receiveCompletion: { completion in
          if self.isOver { return }
          self.upstreams[index] = nil
          if let completed { completed(completion) } else { self.end(completion) }
        }))
  }
}
