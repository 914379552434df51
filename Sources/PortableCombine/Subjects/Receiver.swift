import Synchronization

/// A subscriber of a broadcast, with its subscription.
///
/// It holds the subscriber's closures itself: through an `Outlet` they would be retained for each
/// call.
@usableFromInline
final class Receiver<Output, Failure: Error> {
  @usableFromInline let conduit: Conduit
  @usableFromInline let receiveValue: (Output) -> Subscribers.Demand
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  // The thread that hands over the subscription; one if a completion waits for that; zero once it
  // is done.
  @usableFromInline let announcer: Atomic<UInt>

  @inlinable
  init<S>(_ subscriber: S, conduit: Conduit, announcer: UInt)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    self.conduit = conduit
    (receiveValue, receiveCompletion) = subscriber.closures
    self.announcer = Atomic(announcer)
  }

  /// Whether `thread` may deliver a completion; if not, it waits until the subscription is handed
  /// over.
  @inlinable
  func mayComplete(on thread: UInt) -> Bool {
    let announcer = announcer.load(ordering: .acquiring)
    if announcer == 0 || announcer == thread { return true }
    let (waits, _) = self.announcer.compareExchange(
      expected: announcer, desired: 1, ordering: .acquiringAndReleasing)
    return !waits
  }

  /// Ends the handover of the subscription; true if a completion waits for that.
  @inlinable
  func endHandover() -> Bool {
    announcer.exchange(0, ordering: .acquiringAndReleasing) == 1
  }
}
