/// The methods of a subscriber whose type is hidden, called with the object that `hidden` returns.
///
/// The closures are formed where the subscriber's type is known. Calls to an overridden method of a
/// generic class, or through `any Subscriber`, would not be specialised, and would look up types
/// each time. They capture nothing, so that a call passes no values from a context.
@frozen
@usableFromInline
struct ReceivingMethods<Input, Failure: Error> {
  @usableFromInline let value: (AnyObject, Input) -> Subscribers.Demand
  @usableFromInline let completion: (AnyObject, Subscribers.Completion<Failure>) -> Void

  @inlinable
  init(
    value: @escaping (AnyObject, Input) -> Subscribers.Demand,
    completion: @escaping (AnyObject, Subscribers.Completion<Failure>) -> Void
  ) {
    self.value = value
    self.completion = completion
  }
}

extension Subscriber {
  /// This subscriber as an object, and its methods: a sink as it is, without retaining it, others in a new object.
  @inlinable var hidden: (object: AnyObject, methods: ReceivingMethods<Input, Failure>) {
    typealias Sink = Subscribers.Sink<Input, Failure>
    if let sink = self as? Sink {
      let methods = ReceivingMethods<Input, Failure>(
        value: { unsafeDowncast($0, to: Sink.self).receive($1) },
        completion: { unsafeDowncast($0, to: Sink.self).receive(completion: $1) })
      return (sink, methods)
    }
    typealias Held = HeldValue<Self>
    let methods = ReceivingMethods<Input, Failure>(
      value: { unsafeDowncast($0, to: Held.self).value.receive($1) },
      completion: { unsafeDowncast($0, to: Held.self).value.receive(completion: $1) })
    return (HeldValue(self), methods)
  }
}
