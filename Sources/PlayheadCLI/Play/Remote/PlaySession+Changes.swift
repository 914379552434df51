import PlayheadKit
import RemoteControl

/// The changes of the session, which its owner publishes one at a time.
extension PlaySession {
  var changes: AnyPublisher<SessionChange, Never> {
    state.withLock { $0.isFollowed = true }
    return changeSubject.eraseToAnyPublisher()
  }

  /// Publishes an event with the state of the session after it. Call this on the owner.
  func publish(_ event: SessionEvent) {
    let isFollowed = state.withLock { $0.isFollowed && !$0.isClosed }
    if isFollowed { changeSubject.send(SessionChange(event, snapshot)) }
  }

  /// Publishes the movements of the playhead of an open file, which is the current one.
  func publish(_ movement: PlayheadMovement, of playback: FilePlayback) {
    owner.run {
      guard state.withLock({ $0.playback === playback }) else { return }
      switch movement {
      case .departed: publish(.seeking)
      case .arrived(_, let progress): publish(.restarted(progress))
      }
    }
  }

  /// Publishes the end of the session. Nothing follows it.
  func close() {
    owner.run {
      // The queue may have begun a file while the session ended.
      if let current = state.withLock({ $0.current }) {
        publish(.ended(id: current.entry.queuedFile?.id ?? 0, .quit))
      }
      publish(.closing)
      state.withLock { $0.isClosed = true }
      changeSubject.send(completion: .finished)
    }
  }
}
