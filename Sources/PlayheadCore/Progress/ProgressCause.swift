/// Why a progress value came.
public enum ProgressCause: String, Hashable, Sendable {
  /// The playhead crossed a whole multiple of the interval.
  case interval
  /// The playhead began to move.
  case started
  /// The playhead was stopped, or playback failed.
  case paused
  /// The playhead was moved by a seek.
  case jumped
  /// The playhead met the end of a loop's range and went on from its start.
  case looped
  case rateChanged = "rate-changed"
  /// The playhead is held, because media is missing.
  case stalled
  /// The playhead moves again, after a stall or once a seek's media has come.
  case resumed
  /// The playhead met a media time at which the caller asked to be told, or to stop.
  case boundary
  /// The playhead met the end of the media.
  case ended
  /// Nothing happened: somebody asked where the playhead is.
  case requested
}
