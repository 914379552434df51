/// A subscriber that sends to a subject what it receives, until it is cancelled.
@usableFromInline
final class SubjectSubscriber<Target: Subject>: Subscriber, Cancellable, EndingUpstream,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Target.Output
  @usableFromInline typealias Failure = Target.Failure

  @usableFromInline let tether: Tether

  @inlinable
  init(_ subject: Target) {
    tether = Tether(subject)
  }

  @usableFromInline var description: String { "Subject" }

  @usableFromInline var isOver: Bool { tether.isOver }

  // The subject is given this object as its subscription: what it asks for goes on to the
  // publisher, and letting go works from both sides.
  @usableFromInline
  func receive(subscription: any Subscription) {
    guard tether.attach(subscription) else { return }
    tether.use(as: Target.self) { $0.send(subscription: self) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    tether.use(as: Target.self) { $0.send(input) }
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    tether.use(as: Target.self) {
      _ = tether.letGo()
      $0.send(completion: completion)
    }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    tether.subscription.request(demand)
  }

  @usableFromInline
  func cancel() {
    tether.letGo().cancel()
  }
}
