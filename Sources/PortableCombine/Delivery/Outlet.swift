/// A subscriber whose type is hidden, to which an operator sends.
@usableFromInline
package final class Outlet<Output, Failure: Error> {
  @usableFromInline let subscriber: AnyObject
  @usableFromInline let methods: ReceivingMethods<Output, Failure>

  @inlinable
  package init<S>(_ subscriber: S) where S: Subscriber, S.Input == Output, S.Failure == Failure {
    (self.subscriber, methods) = subscriber.hidden
  }

  @inlinable
  package func receiveValue(_ value: Output) -> Subscribers.Demand {
    methods.value(subscriber, value)
  }

  @inlinable
  package func receiveCompletion(_ completion: Subscribers.Completion<Failure>) {
    methods.completion(subscriber, completion)
  }
}
