import PlayheadLocking

/// The subscription of a publisher that sends one value at its end, when there is demand.
///
/// The value may arrive before or after the request. Completion and cancellation release the
/// subscriber, the value and the upstream's subscription.
///
/// It is not generic, so that no type is looked up. `FinalValue` has the type of the value.
@usableFromInline
final class FinalValueSubscription: Subscription, CustomStringConvertible {
  /// Sends the owed value.
  struct Delivery {
    let run: (FinalValueSubscription) -> Void
  }

  @usableFromInline let description: String
  // A value that arrives without demand is owed.
  @usableFromInline let ledger = DemandLedger()
  @usableFromInline let outlet: Revocable
  private let upstream: Locked<SubscriptionSlot>
  private let owed = Locked<Delivery?>(nil)
  private let passesRequestsOn: Bool

  /// Creates the subscription. The outlet is the subscriber's `Outlet`.
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

  /// Requests unlimited values from the upstream, unless it has ended or was cancelled.
  @usableFromInline
  func requestAll() { upstream.withLock { $0.subscription }.request(.unlimited) }

  /// Adds to the demand, and sends the value if it is owed.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) {
    if ledger.add(demand), ledger.spendOwed() { sendOwed() }
  }

  @usableFromInline
  func cancel() {
    _ = end()
    cancelUpstream()
  }

  /// Cancels and releases the upstream.
  @usableFromInline
  func cancelUpstream() {
    upstream.withLock { $0.take() }.subscription.cancel()
  }

  /// Releases the upstream, which has ended.
  @usableFromInline
  func release() { _ = upstream.withLock { $0.take() } }

  /// Stores `run`, which sends the value, until there is demand.
  @usableFromInline
  func owe(_ run: @escaping (FinalValueSubscription) -> Void) {
    var delivery: Delivery? = Delivery(run: run)
    owed.withLock { swap(&delivery, &$0) }
    if ledger.spend(owing: true) {
      sendOwed()
    } else if ledger.isClosed {
      _ = owed.withLock { $0.take() }
    }
  }

  private func sendOwed() { owed.withLock { $0.take() }?.run(self) }

  /// Releases the subscriber and the value, and returns whether this call did it.
  @usableFromInline
  func end() -> Bool {
    guard ledger.close() else { return false }
    _ = owed.withLock { $0.take() }
    return outlet.revoke()
  }
}
