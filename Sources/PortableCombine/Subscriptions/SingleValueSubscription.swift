import Synchronization

/// The subscription of a source that sends one value.
///
/// Its work is a closure, formed where the subscriber's type is known, that holds the subscriber
/// and the value. It runs once. Completion and cancellation release it.
@usableFromInline
final class SingleValueSubscription: Subscription, CustomStringConvertible {
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable {
    case waiting
    case delivering
    case over
  }

  private let phase = Atomic(Phase.waiting)
  // Accessed only by the call that ends the phase `waiting`.
  @exclusivity(unchecked) private var deliver: ((SingleValueSubscription) -> Void)?
  @usableFromInline let description: String

  /// Creates the subscription. `deliver` sends the value and, if `finish()` returns true, the completion.
  @usableFromInline
  init(_ name: String, deliver: @escaping (SingleValueSubscription) -> Void) {
    description = name
    self.deliver = deliver
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    let (isFirst, _) = phase.compareExchange(
      expected: .waiting, desired: .delivering, ordering: .acquiringAndReleasing)
    if isFirst { deliver.take()?(self) }
  }

  @usableFromInline
  func cancel() {
    if phase.exchange(.over, ordering: .acquiringAndReleasing) == .waiting { deliver = nil }
  }

  /// Ends the subscription; false if it was cancelled.
  @usableFromInline
  func finish() -> Bool {
    phase.exchange(.over, ordering: .acquiringAndReleasing) == .delivering
  }
}

extension Subscriber {
  /// Subscribes to one value, followed by the completion.
  @inlinable
  func receive(only value: Input, of name: String) {
    receive(
      subscription: SingleValueSubscription(name) { subscription in
        // The additional demand is ignored, because no other value follows.
        _ = self.receive(value)
        if subscription.finish() { self.receive(completion: .finished) }
      })
  }
}
