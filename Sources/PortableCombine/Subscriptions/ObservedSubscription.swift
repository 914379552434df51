import Locking

/// A publisher's subscription under an operator's name, which tells closures what is asked of it.
///
/// Completion and cancellation let go of the closures and of the publisher's subscription.
@usableFromInline
final class ObservedSubscription: Subscription, CustomStringConvertible {
  private final class Observer {
    let onRequest: (Subscribers.Demand) -> Void
    let onCancel: () -> Void

    init(
      onRequest: @escaping (Subscribers.Demand) -> Void, onCancel: @escaping () -> Void
    ) {
      self.onRequest = onRequest
      self.onCancel = onCancel
    }
  }

  private let upstream: Locked<(any Subscription)?>
  private let observer: Revocable
  private let allowsNoDemand: Bool
  @usableFromInline let description: String

  /// - Parameter allowsNoDemand: whether it may be asked for no values, which does nothing.
  @usableFromInline
  init(
    _ name: String, _ upstream: any Subscription, allowsNoDemand: Bool,
    onRequest: @escaping (Subscribers.Demand) -> Void, onCancel: @escaping () -> Void
  ) {
    self.upstream = Locked(upstream)
    observer = Revocable(Observer(onRequest: onRequest, onCancel: onCancel))
    description = name
    self.allowsNoDemand = allowsNoDemand
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if !allowsNoDemand { demand.requirePositive() }
    observer.use(as: Observer.self) { $0.onRequest(demand) }
    guard demand > .none else { return }
    upstream.withLock { $0 }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard let upstream = upstream.withLock({ $0.take() }) else { return }
    observer.use(as: Observer.self) { $0.onCancel() }
    _ = observer.revoke()
    upstream.cancel()
  }

  /// Lets go of everything after the publisher's completion; true for the one call of this and
  /// `cancel()` that did.
  @usableFromInline
  func letGo() -> Bool {
    guard upstream.withLock({ $0.take() }) != nil else { return false }
    return observer.revoke()
  }
}
