/// A subscriber that forwards all events to a subject, until it is cancelled.
@usableFromInline
final class SubjectSubscriber<Target: Subject>: Subscriber, Cancellable, EndingUpstream,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Target.Output
  @usableFromInline typealias Failure = Target.Failure

  /// A reference to the subject, strong or weak.
  @usableFromInline
  final class Reference {
    @usableFromInline let held: Target?
    @usableFromInline weak var target: Target?

    @inlinable
    init(_ target: Target, isHeld: Bool) {
      held = isHeld ? target : nil
      self.target = isHeld ? nil : target
    }

    @inlinable var subject: Target? { held ?? target }
  }

  @usableFromInline let tether: Tether

  @inlinable
  init(_ subject: Target, isHeld: Bool = false) {
    tether = Tether(Reference(subject, isHeld: isHeld))
  }

  @usableFromInline var description: String { "Subject" }

  @usableFromInline var isOver: Bool { tether.isOver }

  // The subject receives this object as its subscription, so its requests reach the publisher, and
  // either side can release the other.
  @inlinable
  func receive(subscription: any Subscription) {
    guard tether.attach(subscription) else { return }
    tether.use(as: Reference.self) {
      if let subject = $0.subject { subject.send(subscription: self) } else { cancel() }
    }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    tether.use(as: Reference.self) { $0.subject?.send(input) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    tether.use(as: Reference.self) {
      _ = tether.release()
      $0.subject?.send(completion: completion)
    }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    tether.subscription.request(demand)
  }

  @usableFromInline
  func cancel() {
    tether.release().cancel()
  }
}
