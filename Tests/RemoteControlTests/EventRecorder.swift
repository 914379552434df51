import Locking
import PortableCombine
import RemoteControl

/// Records the events of a session until it is released.
final class EventRecorder {
  private let events = Locked([SessionEvent]())
  private var subscription: AnyCancellable?

  init(_ session: some ControlledSession) {
    subscription = session.events.sink { [unowned self] event in
      events.withLock { $0.append(event) }
    }
  }

  /// The names of the events, such as `started`.
  var names: [String] {
    events.withLock { $0 }.map { "\($0)".prefix { $0 != "(" }.description }
  }
}
