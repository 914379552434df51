import Synchronization

/// The subscription of a source that has one value to send.
///
/// What it does is a closure, formed where the subscriber's type is known, which holds the
/// subscriber and the value. It runs once; completion and cancellation let go of it.
@usableFromInline
final class SingleValueSubscription: Subscription, CustomStringConvertible {
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable {
    case waiting
    case delivering
    case over
  }

  private let phase = Atomic(Phase.waiting)
  // Reached by the one call that ends the phase of waiting.
  @exclusivity(unchecked) private var deliver: ((SingleValueSubscription) -> Void)?
  @usableFromInline let description: String

  /// - Parameter deliver: sends the value and, if `finish()` is true, the completion.
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

  /// Ends it; false if it was cancelled.
  @usableFromInline
  func finish() -> Bool {
    phase.exchange(.over, ordering: .acquiringAndReleasing) == .delivering
  }
}

extension Subscriber {
  /// Connects this subscriber to one value, which is followed by the completion.
  @inlinable
  func receive(only value: Input, of name: String) {
    receive(
      subscription: SingleValueSubscription(name) { subscription in
        // What the value asks for on top is for nothing: there is no other.
        _ = self.receive(value)
        if subscription.finish() { self.receive(completion: .finished) }
      })
  }
}
