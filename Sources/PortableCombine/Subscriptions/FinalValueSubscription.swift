import Locking

/// The subscription of what sends one value at its end, once it is asked for.
///
/// The value may come before or after it is asked for. Completion and cancellation let go of the
/// subscriber, the value and the upstream's subscription.
///
/// It is not generic, so that no type is looked up: `FinalValue` knows the type of the value.
@usableFromInline
final class FinalValueSubscription: Subscription, CustomStringConvertible {
  /// Sends the value that is owed.
  struct Delivery {
    let run: (FinalValueSubscription) -> Void
  }

  @usableFromInline let description: String
  // A value that came unasked is owed.
  @usableFromInline let ledger = DemandLedger()
  @usableFromInline let outlet: Revocable
  private let upstream: Locked<SubscriptionSlot>
  private let owed = Locked<Delivery?>(nil)
  private let passesRequestsOn: Bool

  /// - Parameters:
  ///   - passesRequestsOn: whether the upstream is asked for what is asked for here.
  ///   - outlet: the subscriber's `Outlet`.
  @usableFromInline
  init(
    _ name: String, upstream: any Subscription, passesRequestsOn: Bool, to outlet: AnyObject
  ) {
    description = name
    self.upstream = Locked(SubscriptionSlot(upstream))
    self.passesRequestsOn = passesRequestsOn
    self.outlet = Revocable(outlet)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    add(demand)
    if passesRequestsOn { upstream.withLock { $0.subscription }.request(demand) }
  }

  /// Adds to the demand, and sends the value if it is owed.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) {
    if ledger.add(demand), ledger.takeOwed() { sendOwed() }
  }

  @usableFromInline
  func cancel() {
    _ = end()
    cancelUpstream()
  }

  /// Cancels the upstream, and lets go of it.
  @usableFromInline
  func cancelUpstream() {
    upstream.withLock { $0.take() }.subscription.cancel()
  }

  /// Lets go of the upstream, which has ended.
  @usableFromInline
  func letGo() { _ = upstream.withLock { $0.take() } }

  /// Keeps `run`, which sends the value, until the value is asked for.
  @usableFromInline
  func owe(_ run: @escaping (FinalValueSubscription) -> Void) {
    var delivery: Delivery? = Delivery(run: run)
    owed.withLock { swap(&delivery, &$0) }
    if ledger.take(owing: true) {
      sendOwed()
    } else if ledger.isClosed {
      _ = owed.withLock { $0.take() }
    }
  }

  private func sendOwed() { owed.withLock { $0.take() }?.run(self) }

  /// Lets go of the subscriber and of the value; true for the one call that did.
  @usableFromInline
  func end() -> Bool {
    guard ledger.close() else { return false }
    _ = owed.withLock { $0.take() }
    return outlet.revoke()
  }
}
