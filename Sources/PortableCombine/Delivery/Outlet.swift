/// A subscriber as two closures, to which a source or an operator with several upstreams sends.
///
/// The closures are formed where the subscriber's type is known. Calls to an overridden method of a
/// generic class, or through `any Subscriber`, would not be specialised, and would look up types
/// each time.
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
  /// The methods for values and for the completion, as closures.
  ///
  /// A closure that captures a single object needs no allocation. A subscriber that is a value is
  /// therefore stored in an object, which both closures capture.
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

/// An object that stores a subscriber of any type.
@usableFromInline
final class HeldSubscriber<S: Subscriber> {
  @usableFromInline let subscriber: S

  @inlinable
  init(_ subscriber: S) { self.subscriber = subscriber }
}
