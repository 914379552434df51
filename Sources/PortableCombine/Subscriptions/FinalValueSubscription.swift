import Locking

/// The subscription of what sends one value at its end, once it is asked for.
///
/// The value may come before or after it is asked for. Completion and cancellation let go of the
/// subscriber, the value and the upstream's subscription.
@usableFromInline
final class FinalValueSubscription<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline let description: String
  // A value that came unasked is owed.
  @usableFromInline let ledger = DemandLedger()
  private let outlet: Revocable
  private let upstream: Locked<(any Subscription)?>
  private let value = Locked<Output?>(nil)
  private let passesRequestsOn: Bool

  /// - Parameter passesRequestsOn: whether the upstream is asked for what is asked for here.
  @usableFromInline
  init(
    _ name: String, upstream: any Subscription, passesRequestsOn: Bool = false,
    to outlet: Outlet<Output, Failure>
  ) {
    description = name
    self.upstream = Locked(upstream)
    self.passesRequestsOn = passesRequestsOn
    self.outlet = Revocable(outlet)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    add(demand)
    if passesRequestsOn { upstream.withLock { $0 }?.request(demand) }
  }

  /// Adds to the demand, and sends the value if it is owed.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) {
    if ledger.add(demand), ledger.takeOwed() { send() }
  }

  @usableFromInline
  func cancel() {
    _ = end()
    cancelUpstream()
  }

  /// Cancels the upstream, and lets go of it.
  @usableFromInline
  func cancelUpstream() {
    upstream.withLock { $0.take() }?.cancel()
  }

  /// Sends `final`, if there is one, and finishes, once it is asked for.
  @usableFromInline
  func finish(with final: Output?) {
    letGo()
    value.withLock { $0 = final }
    if ledger.take(owing: true) {
      send()
    } else if ledger.isClosed {
      _ = value.withLock { $0.take() }
    }
  }

  /// Ends with `completion`, and without a value.
  @usableFromInline
  func complete(_ completion: Subscribers.Completion<Failure>) {
    letGo()
    outlet.use(as: Outlet<Output, Failure>.self) {
      if end() { $0.receiveCompletion(completion) }
    }
  }

  private func send() {
    let value = value.withLock { $0.take() }
    outlet.use(as: Outlet<Output, Failure>.self) {
      if let value { _ = $0.receiveValue(value) }
      if end() { $0.receiveCompletion(.finished) }
    }
  }

  private func letGo() { _ = upstream.withLock { $0.take() } }

  /// Lets go of the subscriber and of the value; true for the one call that did.
  private func end() -> Bool {
    guard ledger.close() else { return false }
    _ = value.withLock { $0.take() }
    return outlet.revoke()
  }
}
