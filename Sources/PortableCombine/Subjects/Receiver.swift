import Synchronization

/// A subscriber of a broadcast, with its subscription.
///
/// It stores the subscriber's closures itself, because through an `Outlet` they would be retained
/// for each call.
@usableFromInline
final class Receiver<Output, Failure: Error> {
  @usableFromInline let conduit: Conduit
  @usableFromInline let receiveValue: (Output) -> Subscribers.Demand
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  // The thread that is sending the subscription; one if a completion waits for it; zero after that.
  @usableFromInline let announcer: Atomic<UInt>

  @inlinable
  init<S>(_ subscriber: S, conduit: Conduit, announcer: UInt)
  where S: Subscriber, S.Input == Output, S.Failure == Failure {
    self.conduit = conduit
    (receiveValue, receiveCompletion) = subscriber.closures
    self.announcer = Atomic(announcer)
  }

  /// Returns whether `thread` may deliver a completion. If not, the completion waits until the
  /// subscriber has its subscription.
  @inlinable
  func mayComplete(on thread: UInt) -> Bool {
    let announcer = announcer.load(ordering: .acquiring)
    if announcer == 0 || announcer == thread { return true }
    let (waits, _) = self.announcer.compareExchange(
      expected: announcer, desired: 1, ordering: .acquiringAndReleasing)
    return !waits
  }

  /// Records that the subscriber has its subscription.
  ///
  /// - Returns: Whether a completion waits for that.
  @inlinable
  func endHandover() -> Bool {
    announcer.exchange(0, ordering: .acquiringAndReleasing) == 1
  }
}
