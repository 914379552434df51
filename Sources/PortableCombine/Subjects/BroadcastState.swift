/// Who subscribes to a broadcast, and who may deliver: pure state, under the broadcast's lock.
///
/// Each method says what to do once the lock is released.
@frozen
@usableFromInline
struct BroadcastState<Output, Failure: Error> {
  @usableFromInline typealias Receivers = ContiguousArray<Receiver<Output, Failure>>

  /// What a thread hands over to the one that delivers. The receivers are those at the time of
  /// the call: who subscribes later does not get what was sent before.
  @frozen
  @usableFromInline
  enum Event {
    case value(Output, Receivers)
    case completion(Subscribers.Completion<Failure>, Receivers)
    case catchUp(Receiver<Output, Failure>)
  }

  @usableFromInline var turn = Turn<Event>()
  @usableFromInline var receivers: Receivers = []
  @usableFromInline var latest: Output?
  @usableFromInline var completion: Subscribers.Completion<Failure>?
  @usableFromInline var upstreams: [any Subscription] = []
  @usableFromInline var isWanted: Bool
  // So many upstreams are kept without a look at which of them are over.
  @usableFromInline var upstreamLimit = 8

  @inlinable
  init(latest: Output?) {
    self.latest = latest
    isWanted = latest != nil
  }

  /// Who delivers `value`, and to whom; and the value it replaces.
  @inlinable
  @inline(__always)
  mutating func send(
    _ value: Output, keeping keepsLatest: Bool, on thread: UInt
  ) -> (Turn<Event>.Claim, Receivers, Output?) {
    if completion != nil { return (.taken, [], nil) }
    var replaced: Output?
    if keepsLatest {
      replaced = value
      swap(&replaced, &latest)
    }
    let claim = turn.claim(for: thread)
    if claim == .taken { handOver(value) }
    return (claim, receivers, replaced)
  }

  // Out of line, so that what happens each time is small enough to be inlined.
  @inlinable
  @inline(never)
  mutating func handOver(_ value: Output) {
    turn.handOver(.value(value, receivers))
  }

  /// Who delivers `completion`, and to whom.
  @inlinable
  mutating func complete(
    _ completion: Subscribers.Completion<Failure>, on thread: UInt
  ) -> (Turn<Event>.Claim, Receivers) {
    if self.completion != nil { return (.taken, []) }
    self.completion = completion
    var told: Receivers = []
    swap(&told, &receivers)
    told.removeAll { !$0.mayComplete(on: thread) }
    let claim = turn.claim(for: thread)
    if claim == .taken { turn.handOver(.completion(completion, told)) }
    return (claim, told)
  }

  /// Who delivers the latest value to the subscriber behind `conduit`.
  @inlinable
  mutating func catchUp(
    _ conduit: Conduit, on thread: UInt
  ) -> (Turn<Event>.Claim, Receiver<Output, Failure>?) {
    guard completion == nil, let receiver = receivers.last(where: { $0.conduit === conduit }) else {
      return (.taken, nil)
    }
    let claim = turn.claim(for: thread)
    if claim == .taken { turn.handOver(.catchUp(receiver)) }
    return (claim, receiver)
  }

  /// Adds a subscriber, unless it is over: then that is returned.
  @inlinable
  mutating func add(_ receiver: Receiver<Output, Failure>) -> Subscribers.Completion<Failure>? {
    if completion == nil { receivers.append(receiver) }
    return completion
  }

  /// Who delivers the completion that waited until `receiver` had its subscription.
  @inlinable
  mutating func admit(
    _ receiver: Receiver<Output, Failure>, on thread: UInt
  ) -> (Turn<Event>.Claim, Subscribers.Completion<Failure>?) {
    guard let completion else { return (.taken, nil) }
    let claim = turn.claim(for: thread)
    if claim == .taken { turn.handOver(.completion(completion, [receiver])) }
    return (claim, completion)
  }

  /// Adds an upstream's subscription; what is over among the others, to be released after the lock.
  @inlinable
  mutating func add(upstream subscription: any Subscription) -> [any Subscription] {
    var ended: [any Subscription] = []
    if upstreams.count >= upstreamLimit {
      let isOver = { (upstream: any Subscription) in
        (upstream as? any EndingUpstream)?.isOver ?? false
      }
      ended = upstreams.filter(isOver)
      upstreams.removeAll(where: isOver)
      upstreamLimit = max(8, 2 * upstreams.count)
    }
    upstreams.append(subscription)
    return ended
  }

  /// Takes out a subscriber; returned, so that it is released after the lock.
  @inlinable
  mutating func remove(_ conduit: Conduit) -> Receiver<Output, Failure>? {
    // The last to come is often the first to go.
    if receivers.last?.conduit === conduit { return receivers.removeLast() }
    guard let index = receivers.lastIndex(where: { $0.conduit === conduit }) else { return nil }
    return receivers.remove(at: index)
  }
}
