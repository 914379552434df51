/// The subscription of one subscriber to a broadcast.
///
/// It does not hold the subscriber: the broadcast alone does, and releases it when this is
/// cancelled or completed, whoever still holds this. Until then it holds the subject.
///
/// It is not generic, so that no type is looked up when a subscription begins and ends. The code that
/// depends on the type of the values is in a closure, which is formed where that type is known.
@usableFromInline
final class Conduit: Subscription, CustomStringConvertible {
  /// What the subscriber does.
  @frozen
  @usableFromInline
  enum Event {
    /// It has asked for values; a value is owed that can be sent now, or not.
    case request(isOwed: Bool)
    case cancel
  }

  @usableFromInline let ledger: DemandLedger
  /// The subject; revoked when the subscription is over.
  @usableFromInline let subject: Revocable
  private let name: StaticString
  private let ignoresDemand: Bool
  private let asksUpstreams: Bool
  private let tell: (Conduit, Event) -> Void

  /// - Parameters:
  ///   - asksUpstreams: whether the broadcast needs to know of a request even if no value is owed.
  ///   - tell: passes an event to the subject's broadcast, unless the subject is revoked. It captures
  ///     nothing.
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
    // Added first: what the upstreams send while they are asked is wanted already.
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
