/// A subscription that delivers the upstream's events on a scheduler, for `receive(on:)` and `delay`.
///
/// Requests are passed to the upstream. Values are delivered in order and one at a time, even on a
/// scheduler that runs several actions at once.
@usableFromInline
final class Postponing<Input, Failure: Error>: Subscriber, Subscription, CustomStringConvertible {
  @usableFromInline
  struct Inputs: PostponingInputs {
    @usableFromInline var attachments = Attachments()
    @usableFromInline var values = Backlog<Input>()
    @usableFromInline var completion: Subscribers.Completion<Failure>?

    @inlinable
    init() {}
  }

  @usableFromInline let junction: Junction<Inputs, Input, Failure>
  @usableFromInline let description: String
  @usableFromInline let schedule: (@escaping () -> Void) -> Void

  /// Creates the subscription. `schedule` schedules an action that delivers one event.
  @inlinable
  init<S>(
    _ name: String, to subscriber: S, schedule: @escaping (@escaping () -> Void) -> Void
  ) where S: Subscriber, S.Input == Input, S.Failure == Failure {
    junction = Junction(Inputs(), announcingTo: subscriber)
    description = name
    self.schedule = schedule
  }

  @inlinable
  func receive(subscription: any Subscription) {
    junction.connect(subscription, as: self)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if junction.postpone(input) { schedule { self.junction.deliverNext() } }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if junction.postpone(completion) { schedule { self.junction.deliverNext() } }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    junction.request(demand)
  }

  @inlinable
  func cancel() { junction.cancel() }
}
