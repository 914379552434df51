/// The subscription that has a scheduler deliver what the upstream sends: `receive(on:)`, `delay`.
///
/// Demand passes through. Values stay in order and come one at a time, also on a scheduler that
/// runs several actions at once.
@usableFromInline
final class Postponing<Input, Failure: Error>: Subscriber, Subscription, CustomStringConvertible {
  @usableFromInline
  struct Inputs: TimedInputs {
    @usableFromInline var attachments = Attachments()
    @usableFromInline var postponed = Postponed<Input, Failure>()

    @inlinable
    init() {}
  }

  @usableFromInline let junction: Junction<Inputs, Input, Failure>
  @usableFromInline let description: String
  @usableFromInline let schedule: (@escaping () -> Void) -> Void

  /// - Parameter schedule: has the scheduler run an action when one thing is to be delivered.
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
    var isTaken = false
    _ = junction.update { inputs in
      isTaken = inputs.postponed.append(input)
      return nil
    }
    if isTaken { schedule { self.deliverNext() } }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    var isTaken = false
    var upstream: (any Subscription)?
    _ = junction.update { inputs in
      isTaken = inputs.postponed.complete(completion)
      upstream = inputs.attachments.upstream.take()
      return nil
    }
    withExtendedLifetime(upstream) {}
    if isTaken { schedule { self.deliverNext() } }
  }

  @inlinable
  func deliverNext() {
    var all: Inputs?
    let more = junction.update { inputs in
      switch inputs.postponed.next() {
      case .value(let value): return .value(value)
      case .completion(let completion):
        all = inputs.takeAll()
        return .completion(completion)
      case nil: return nil
      }
    }
    withExtendedLifetime(all) {}
    junction.request(more)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requirePositive()
    junction.request(demand)
  }

  @inlinable
  func cancel() { junction.cancel() }
}
