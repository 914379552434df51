import PlayheadLocking
import PlaybackSession
import PortableCombine
import PlayheadRemoteControl

/// Records the events of a session until it is released.
final class EventRecorder {
  private let events = Locked([SessionEvent]())
  private var subscription: AnyCancellable?

  init(_ session: some ControlledSession) {
    subscription = session.changes.sink { [unowned self] change in
      events.withLock { $0.append(change.event) }
    }
  }

  /// The names of the events, such as `started`.
  var names: [String] {
    events.withLock { $0 }.map { "\($0)".prefix { $0 != "(" }.description }
  }
}
