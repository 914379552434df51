/// The pure state machine of a broadcast's subscribers and deliveries, under the broadcast's lock.
///
/// Each method returns what the caller does after unlocking.
@frozen
@usableFromInline
struct BroadcastState<Output, Failure: Error> {
  @usableFromInline typealias Receivers = ContiguousArray<Receiver<Output, Failure>>

  /// An event that a thread leaves to the thread that delivers. Its receivers are those at the time
  /// of the call, so that a later subscriber does not receive earlier events.
  @frozen
  @usableFromInline
  enum Event {
    case value(Output, Receivers)
    case completion(Subscribers.Completion<Failure>, Receivers)
    /// A value for a receiver that is owed one: the latest when the event was left.
    case owed(Output, Receiver<Output, Failure>)
  }

  @usableFromInline var turn = Turn<Event>()
  @usableFromInline var receivers = ShrinkingList<Receiver<Output, Failure>>()
  @usableFromInline var latest: Output?
  /// The value of a published property while `latest` is published and no later value waits.
  @usableFromInline var settled: Output?
  /// The number of waiting values that replaced the latest one.
  @usableFromInline var deferred = 0
  @usableFromInline var completion: Subscribers.Completion<Failure>?
  @usableFromInline var upstreams: [any Subscription] = []
  @usableFromInline var isWanted: Bool
  // The number of upstreams above which those that are over are removed.
  @usableFromInline var upstreamLimit = 8

  @inlinable
  init(latest: Output?) {
    self.latest = latest
    isWanted = latest != nil
  }

  /// Claims a free turn for `value`. Returns its receivers and the replaced value; nil if not free, or after the end.
  @inlinable
  @inline(__always)
  mutating func begin(
    _ value: Output, keeping keepsLatest: Bool, on thread: UInt
  ) -> (Receivers?, Output?) {
    guard completion == nil, turn.claimIfFree(for: thread) else { return (nil, nil) }
    var replaced: Output?
    if keepsLatest {
      replaced = value
      swap(&replaced, &latest)
    }
    return (receivers.elements, replaced)
  }

  /// Returns the claim to the turn for `value`, its receivers, and the value that it replaces.
  @inlinable
  mutating func send(
    _ value: Output, keeping keepsLatest: Bool, on thread: UInt
  ) -> (Turn<Event>.Claim, Receivers, Output?) {
    if completion != nil { return (.taken, [], nil) }
    var replaced: Output?
    if keepsLatest {
      replaced = value
      swap(&replaced, &latest)
    }
    let claim = turn.claimInOrder(for: thread)
    if claim == .taken { handOver(value, isKept: keepsLatest) }
    return (claim, receivers.elements, replaced)
  }

  // Not inlined, so that the common path is small enough to be inlined.
  @inlinable
  @inline(never)
  mutating func handOver(_ value: Output, isKept: Bool) {
    if isKept { deferred += 1 }
    turn.handOver(.value(value, receivers.elements))
  }

  /// Returns the claim to the turn for `completion`, and its receivers.
  @inlinable
  mutating func complete(
    _ completion: Subscribers.Completion<Failure>, on thread: UInt
  ) -> (Turn<Event>.Claim, Receivers) {
    if self.completion != nil { return (.taken, []) }
    self.completion = completion
    var told = receivers.removeAll()
    told.removeAll { !$0.conduit.mayComplete(on: thread) }
    let claim = turn.claimInOrder(for: thread)
    if claim == .taken { turn.handOver(.completion(completion, told)) }
    return (claim, told)
  }

  /// Returns the claim to the turn for the latest value, and the receiver behind `conduit`.
  @inlinable
  mutating func catchUp(
    _ conduit: Conduit, on thread: UInt
  ) -> (Turn<Event>.Claim, Receiver<Output, Failure>?) {
    guard completion == nil, let latest, let receiver = receivers[conduit.index] else {
      return (.taken, nil)
    }
    let claim = turn.claimInOrder(for: thread)
    if claim == .taken { turn.handOver(.owed(latest, receiver)) }
    return (claim, receiver)
  }

  /// Returns the latest value for a receiver. Behind waiting events, which may contain it, it waits, too: nil.
  @inlinable
  mutating func owedValue(for receiver: Receiver<Output, Failure>) -> Output? {
    guard let latest else { return nil }
    if !turn.isBehind { return latest }
    turn.handOver(.owed(latest, receiver))
    return nil
  }

  /// Adds a subscriber, or returns the completion if the subject has completed.
  @inlinable
  mutating func add(_ receiver: Receiver<Output, Failure>) -> Subscribers.Completion<Failure>? {
    if completion == nil { receivers.append(receiver) }
    return completion
  }

  /// Claims the turn for the completion that waited until `receiver` had its subscription.
  @inlinable
  mutating func admit(
    _ receiver: Receiver<Output, Failure>, on thread: UInt
  ) -> (Turn<Event>.Claim, Subscribers.Completion<Failure>?) {
    guard let completion else { return (.taken, nil) }
    let claim = turn.claimInOrder(for: thread)
    if claim == .taken { turn.handOver(.completion(completion, [receiver])) }
    return (claim, completion)
  }

  /// Adds an upstream's subscription. Returns those that are over and removed, to release after unlocking.
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

  /// Removes a subscriber, and returns it, to release after unlocking; nil after the completion.
  @inlinable
  mutating func remove(_ conduit: Conduit) -> Receiver<Output, Failure>? {
    receivers.remove(at: conduit.index)
  }
}
