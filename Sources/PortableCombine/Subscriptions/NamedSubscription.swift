import Locking

/// A publisher's subscription under an operator's name, handed on by the operator.
///
/// It lets go of the publisher's subscription when cancelled, so that an operator may keep this
/// one to cancel the publisher itself, without a cycle that outlives the cancellation.
@usableFromInline
final class NamedSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let upstream: Locked<SubscriptionSlot>
  @usableFromInline let description: String
  @usableFromInline let factor: Int
  @usableFromInline let allowsNoDemand: Bool

  /// - Parameters:
  ///   - factor: how many of the publisher's values make one of the operator's.
  ///   - allowsNoDemand: whether it may be asked for no values, which does nothing.
  @usableFromInline
  init(
    _ name: String, _ upstream: any Subscription, times factor: Int = 1,
    allowsNoDemand: Bool = false
  ) {
    self.allowsNoDemand = allowsNoDemand
    self.upstream = Locked(SubscriptionSlot(upstream))
    description = name
    self.factor = factor
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if !allowsNoDemand { demand.requirePositive() }
    guard demand > .none else { return }
    upstream.withLock { $0.subscription }.request(demand * factor)
  }

  /// Whether it was cancelled, or let go of after the completion.
  @usableFromInline var isOver: Bool { upstream.withLock { $0.isEmpty } }

  @usableFromInline
  func cancel() {
    _ = end()
  }

  /// Cancels the publisher's subscription; true for the one call of this and `cancel()` that did.
  @usableFromInline
  func end() -> Bool {
    let taken = upstream.withLock { $0.take() }
    taken.subscription.cancel()
    return !taken.isEmpty
  }

  /// Lets go of the publisher's subscription after its completion, without cancelling it; true for
  /// the one call that did.
  @discardableResult
  @usableFromInline
  func letGo() -> Bool {
    !upstream.withLock { $0.take() }.isEmpty
  }
}
