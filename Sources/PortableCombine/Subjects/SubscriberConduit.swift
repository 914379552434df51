/// A conduit with the methods of its subscriber, but without the subscriber.
@usableFromInline
final class SubscriberConduit<Output, Failure: Error>: Conduit {
  @usableFromInline let methods: ReceivingMethods<Output, Failure>

  @inlinable
  init(
    _ name: StaticString, demand: DemandRule, asksUpstreams: Bool, of subject: AnyObject,
    tell: @escaping (Conduit, Event) -> Void, methods: ReceivingMethods<Output, Failure>
  ) {
    self.methods = methods
    super.init(
      name, demand: demand, asksUpstreams: asksUpstreams, of: subject, tell: tell)
  }
}
