/// A subscriber of a broadcast, with its subscription.
@usableFromInline
final class Receiver<Output, Failure: Error> {
  @usableFromInline let conduit: Conduit<Output, Failure>
  @usableFromInline let outlet: Outlet<Output, Failure>

  @inlinable
  init(_ outlet: Outlet<Output, Failure>, conduit: Conduit<Output, Failure>) {
    self.conduit = conduit
    self.outlet = outlet
  }
}
