import PlayheadMedia
import PlayheadCore

/// A change of a session.
public struct SessionChange: Sendable {
  /// The event.
  public var event: SessionEvent
  /// The state of the session after it.
  public var snapshot: SessionSnapshot

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - snapshot: The state of the session after it.
  public init(_ event: SessionEvent, _ snapshot: SessionSnapshot) {
    (self.event, self.snapshot) = (event, snapshot)
  }
}

/// An event of a session.
public enum SessionEvent: Sendable {
  /// An entry is about to be opened. `SessionSnapshot.player` is its player from here on, if one could be made.
  case started(id: Int)
  /// The file is open, and its player is ready to play.
  case loaded(id: Int)
  /// A seek or a step was requested, or a loop returns to its start. The playhead waits for media there.
  case seeking
  /// The playhead has reached the target of a seek or a step, the start of a loop or the start of a
  /// file, and moves on if playback is not paused. The progress is that of the first reading there.
  case restarted(PlayheadProgress)
  /// The current file was left.
  case ended(id: Int, FileEnd)
  /// The list or the current index has changed.
  case listChanged
  /// A setting has changed.
  case settingsChanged
  /// Nothing plays any more, and the session waits for files.
  case idle
  /// The session ends.
  case closing
}

/// Why a file was left.
public enum FileEnd: Hashable, Sendable {
  /// It was played to its end, or to where its playback was to stop.
  case finished
  /// Another entry was chosen, or playback was stopped.
  case stopped
  /// The session ends.
  case quit
  /// It cannot be played: why, in words, and the error of the media, if that is the cause.
  case failed(String, MediaError.Reason?)
}
