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
    (receiveValue, receiveCompletion) = subscriber.closures
  }
}

extension Subscriber {
  /// Its methods for values and for the completion, as closures.
  ///
  /// A closure that captures one object alone needs no allocation. So a subscriber that is a value
  /// is put into an object, which both closures capture.
  @inlinable var closures:
    (
      receiveValue: (Input) -> Subscribers.Demand,
      receiveCompletion: (Subscribers.Completion<Failure>) -> Void
    )
  {
    if Self.self is AnyObject.Type { return ({ receive($0) }, { receive(completion: $0) }) }
    let held = HeldSubscriber(self)
    return ({ held.subscriber.receive($0) }, { held.subscriber.receive(completion: $0) })
  }
}

/// An object that holds a subscriber of any type.
@usableFromInline
final class HeldSubscriber<S: Subscriber> {
  @usableFromInline let subscriber: S

  @inlinable
  init(_ subscriber: S) { self.subscriber = subscriber }
}
