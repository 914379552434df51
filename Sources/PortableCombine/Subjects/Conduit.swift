import Locking

/// The subscription of one subscriber to a broadcast.
///
/// It does not hold the subscriber: the broadcast alone does, and releases it when this is
/// cancelled or completed, whoever still holds this. Until then it holds the subject.
///
/// Not generic, so that no type is looked up when a subscription begins and ends: what depends on
/// the values is a closure, formed where their type is known.
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

  @usableFromInline
  struct Link {
    @usableFromInline let tell: (Conduit, Event) -> Void

    @inlinable
    init(tell: @escaping (Conduit, Event) -> Void) { self.tell = tell }
  }

  @usableFromInline let ledger: DemandLedger
  @usableFromInline let link: Locked<Link?>
  @usableFromInline let description: String
  private let ignoresDemand: Bool

  /// - Parameter tell: tells the broadcast what the subscriber does; it holds the subject.
  @usableFromInline
  init(
    _ name: String, demand: DemandRule,
    tell: @escaping (Conduit, Event) -> Void
  ) {
    description = name
    ledger = DemandLedger(demand)
    ignoresDemand = demand == .ignored
    link = Locked(Link(tell: tell))
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if ignoresDemand { return }
    demand.requirePositive()
    guard let link = link.withLock({ $0 }) else { return }
    // Added first: what the upstreams send while they are asked is wanted already.
    link.tell(self, .request(isOwed: ledger.add(demand)))
  }

  @usableFromInline
  func cancel() {
    guard ledger.close() else { return }
    disconnect()?.tell(self, .cancel)
  }

  /// Releases the subject, and returns what tells its broadcast.
  @usableFromInline
  func disconnect() -> Link? {
    link.withLock { $0.take() }
  }
}
