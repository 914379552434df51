import PlaybackSession
import PlayheadKit

/// The changes of the session, which its owner publishes one at a time.
extension PlaySession {
  var changes: AnyPublisher<SessionChange, Never> {
    state.withLock { $0.isFollowed = true }
    return changeSubject.eraseToAnyPublisher()
  }

  /// Publishes an event with the state of the session after it. Call this on the owner.
  func publish(_ event: SessionEvent) {
    if state.withLock({ $0.isFollowed }) { changeSubject.send(SessionChange(event, snapshot)) }
  }

  /// Publishes the movement of the playhead in an open file.
  func publish(_ movement: PlayheadMovement, of file: Int) {
    owner.run {
      let event = state.withLock { $0.machine.event(of: movement, in: file) }
      if let event { publish(event) }
    }
  }

  /// Publishes the end of the session. Nothing follows it.
  func close() {
    owner.run {
      publish(.closing)
      changeSubject.send(completion: .finished)
    }
  }
}
