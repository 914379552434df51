import Synchronization

/// The subscription of one subscriber to a broadcast.
///
/// It does not retain the subscriber. Only the broadcast does, and releases it at cancellation or completion, even
/// while this subscription is retained. Until then the subscription retains the subject.
///
/// It is not generic, so that no type is looked up when a subscription begins or ends. The code that depends on the
/// type of the values is in a closure, which is formed where that type is known. The subclass adds only properties.
@usableFromInline
class Conduit: Subscription, CustomStringConvertible {
  /// An event from the subscriber.
  @frozen
  @usableFromInline
  enum Event {
    /// A request for values; `isOwed` is whether an owed value can now be sent.
    case request(isOwed: Bool)
    case cancel
  }

  @usableFromInline final let ledger: DemandLedger
  /// The subject; revoked at the end of the subscription.
  @usableFromInline final let subject: Revocable
  // Accessed only under the broadcast's lock.
  @exclusivity(unchecked) @usableFromInline final var index = -1
  // The thread that is sending the subscription; one if a completion waits for it; zero after that.
  private final let announcer = Atomic(currentThread())
  private final let name: StaticString
  private final let ignoresDemand: Bool
  private final let asksUpstreams: Bool
  private final let tell: (Conduit, Event) -> Void

  /// Creates the subscription on the thread that will send it. `tell` captures nothing.
  @usableFromInline
  init(
    _ name: StaticString, demand: DemandRule, asksUpstreams: Bool, of subject: AnyObject,
    tell: @escaping (Conduit, Event) -> Void
  ) {
    self.name = name
    ledger = DemandLedger(demand)
    ignoresDemand = demand == .ignored
    self.asksUpstreams = asksUpstreams
    self.subject = Revocable(subject)
    self.tell = tell
  }

  @usableFromInline final var description: String { "\(name)" }

  @usableFromInline
  final func request(_ demand: Subscribers.Demand) {
    if ignoresDemand { return openLedger() }
    demand.requirePositive()
    // Added first, because the upstreams may send values during their request.
    let isOwed = ledger.add(demand)
    if isOwed || asksUpstreams { tell(self, .request(isOwed: isOwed)) }
  }

  @usableFromInline
  final func cancel() {
    guard ledger.close() else { return }
    tell(self, .cancel)
    _ = subject.revoke()
  }

  /// Whether `thread` may deliver a completion. If not, it waits until the subscriber has its subscription.
  @usableFromInline
  final func mayComplete(on thread: UInt) -> Bool {
    let announcer = announcer.load(ordering: .acquiring)
    if announcer == 0 || announcer == thread { return true }
    let (waits, _) = self.announcer.compareExchange(
      expected: announcer, desired: 1, ordering: .acquiringAndReleasing)
    return !waits
  }

  // A request shows that the subscriber has its subscription.
  private final func openLedger() { _ = ledger.add(.unlimited) }

  /// Records that the subscriber has its subscription. Returns whether a completion waits for that.
  @usableFromInline
  final func endHandover() -> Bool {
    if ignoresDemand { openLedger() }
    return announcer.exchange(0, ordering: .acquiringAndReleasing) == 1
  }
}
