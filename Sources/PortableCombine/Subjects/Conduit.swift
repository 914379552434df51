/// The subscription of one subscriber to a broadcast.
///
/// It does not retain the subscriber. Only the broadcast does, and releases it at cancellation or
/// completion, even while this subscription is retained. Until then the subscription retains the
/// subject.
///
/// It is not generic, so that no type is looked up when a subscription begins or ends. The code
/// that depends on the type of the values is in a closure, which is formed where that type is
/// known.
@usableFromInline
final class Conduit: Subscription, CustomStringConvertible {
  /// An event from the subscriber.
  @frozen
  @usableFromInline
  enum Event {
    /// A request for values; `isOwed` is whether an owed value can now be sent.
    case request(isOwed: Bool)
    case cancel
  }

  @usableFromInline let ledger: DemandLedger
  /// The subject; revoked at the end of the subscription.
  @usableFromInline let subject: Revocable
  private let name: StaticString
  private let ignoresDemand: Bool
  private let asksUpstreams: Bool
  private let tell: (Conduit, Event) -> Void

  /// Creates the subscription.
  ///
  /// - Parameters:
  ///   - asksUpstreams: Whether the broadcast needs requests even if no value is owed.
  ///   - tell: Passes an event to the subject's broadcast, unless the subject is revoked. It
  ///     captures nothing.
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

  @usableFromInline var description: String { "\(name)" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if ignoresDemand { return }
    demand.requirePositive()
    // Added first, because the upstreams may send values during their request.
    let isOwed = ledger.add(demand)
    if isOwed || asksUpstreams { tell(self, .request(isOwed: isOwed)) }
  }

  @usableFromInline
  func cancel() {
    guard ledger.close() else { return }
    tell(self, .cancel)
    _ = subject.revoke()
  }
}
