/// A subscriber of a broadcast, with its subscription.
///
/// It holds the outlet's closures itself: through one more object they would be retained for each
/// call.
@usableFromInline
final class Receiver<Output, Failure: Error> {
  @usableFromInline let conduit: Conduit
  @usableFromInline let receiveValue: (Output) -> Subscribers.Demand
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
  // The thread that hands over the subscription; zero once that is done. Reached under the
  // broadcast's lock.
  @exclusivity(unchecked) @usableFromInline var announcer: UInt

  @inlinable
  init(_ outlet: Outlet<Output, Failure>, conduit: Conduit, announcer: UInt) {
    self.conduit = conduit
    receiveValue = outlet.receiveValue
    receiveCompletion = outlet.receiveCompletion
    self.announcer = announcer
  }
}
