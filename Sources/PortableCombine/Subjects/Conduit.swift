import Locking

/// The subscription of one subscriber to a broadcast.
///
/// It does not hold the subscriber: the broadcast alone does, and lets go of it when this is
/// cancelled or completed, whoever still holds this.
@usableFromInline
final class Conduit<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline let ledger: DemandLedger
  @usableFromInline let source: Locked<Broadcast<Output, Failure>?>
  @usableFromInline let description: String

  @usableFromInline
  init(of source: Broadcast<Output, Failure>) {
    ledger = DemandLedger(owing: source.keepsLatest)
    self.source = Locked(source)
    description = source.name
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    guard let source = source.withLock({ $0 }) else { return }
    source.askUpstreams()
    if ledger.add(demand) { source.catchUp(self) }
  }

  @usableFromInline
  func cancel() {
    guard ledger.close() else { return }
    disconnect()?.remove(self)
  }

  /// Lets go of the broadcast, which it returns.
  @usableFromInline
  func disconnect() -> Broadcast<Output, Failure>? {
    source.withLock { $0.take() }
  }
}
