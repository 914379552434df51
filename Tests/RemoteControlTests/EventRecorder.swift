import Locking
import PortableCombine
import RemoteControl

/// Records the events of a session.
final class EventRecorder: Subscriber {
  typealias Input = SessionEvent
  typealias Failure = Never

  private let events = Locked([SessionEvent]())

  /// The names of the events, such as `started`.
  var names: [String] {
    events.withLock { $0 }.map { "\($0)".prefix { $0 != "(" }.description }
  }

  func receive(subscription: any Subscription) { subscription.request(.unlimited) }

  func receive(_ event: SessionEvent) -> Subscribers.Demand {
    events.withLock { $0.append(event) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}
