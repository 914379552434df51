/// A subscriber of a broadcast, with its subscription.
///
/// It holds the outlet's closures itself: through one more object they would be retained for each
/// call.
@usableFromInline
final class Receiver<Output, Failure: Error> {
  @usableFromInline let conduit: Conduit<Output, Failure>
  @usableFromInline let receiveValue: (Output) -> Subscribers.Demand
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable
  init(_ outlet: Outlet<Output, Failure>, conduit: Conduit<Output, Failure>) {
    self.conduit = conduit
    receiveValue = outlet.receiveValue
    receiveCompletion = outlet.receiveCompletion
  }
}
