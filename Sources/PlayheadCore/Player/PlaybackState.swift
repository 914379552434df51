/// The state of a player's playback, from `idle` to `closed`, in one value.
///
/// `MediaStatus` reports only whether the media could be opened, and `TimeControlStatus` only
/// whether the playhead moves. This is the state in progress values and in the command's output.
@nonexhaustive
public enum PlaybackState: String, Hashable, Sendable, Codable {
  /// The media has not been loaded.
  case idle
  /// The media is being opened.
  case loading
  /// The rate is 0.
  case paused
  /// The playhead moves.
  case playing
  /// The playhead waits for the host instant of its start.
  case waiting
  /// The rate is not 0, but the playhead waits because media is missing.
  case stalled
  /// The playhead has reached the end of the media.
  case ended
  /// The media could not be opened or read. The player's status has the error.
  case failed
  /// The player was closed.
  case closed
}
