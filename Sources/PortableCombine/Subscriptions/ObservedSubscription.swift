import PlayheadLocking

/// An upstream's subscription under the name of an operator, which calls closures for requests and cancellation.
///
/// Completion and cancellation release the closures and the upstream's subscription.
@usableFromInline
final class ObservedSubscription: Subscription, CustomStringConvertible {
  private struct Closures {
    let onRequest: (Subscribers.Demand) -> Void
    let onCancel: () -> Void
  }

  private let upstream: Locked<(any Subscription)?>
  private let observer: Revocable
  private let allowsNoDemand: Bool
  @usableFromInline let description: String

  /// Creates the subscription. A demand of zero is not passed to the upstream.
  @usableFromInline
  init(
    _ name: String, _ upstream: any Subscription, allowsNoDemand: Bool,
    onRequest: @escaping (Subscribers.Demand) -> Void, onCancel: @escaping () -> Void
  ) {
    self.upstream = Locked(upstream)
    observer = Revocable(HeldValue(Closures(onRequest: onRequest, onCancel: onCancel)))
    description = name
    self.allowsNoDemand = allowsNoDemand
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if !allowsNoDemand { demand.requirePositive() }
    observer.use(as: HeldValue<Closures>.self) { $0.value.onRequest(demand) }
    guard demand > .none else { return }
    upstream.withLock { $0 }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard let upstream = upstream.withLock({ $0.take() }) else { return }
    observer.use(as: HeldValue<Closures>.self) { $0.value.onCancel() }
    _ = observer.revoke()
    upstream.cancel()
  }

  /// Releases everything after the upstream's completion. Returns whether this call ended the subscription.
  @usableFromInline
  func release() -> Bool {
    guard upstream.withLock({ $0.take() }) != nil else { return false }
    return observer.revoke()
  }
}
