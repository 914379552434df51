/// A subscriber as closures, formed where its type is known: what a source or an operator of
/// several upstreams sends to.
///
/// Closures, because what is called through an overridden method of a generic class, or through
/// `any Subscriber`, is not specialised, and looks up its types at each call.
@usableFromInline
package final class Outlet<Output, Failure: Error> {
  @usableFromInline let receiveValue: (Output) -> Subscribers.Demand
  @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable
  package init<S>(_ subscriber: S) where S: Subscriber, S.Input == Output, S.Failure == Failure {
    receiveValue = { subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
  }
}
