/// The reason for a progress value.
@nonexhaustive
public enum ProgressCause: String, Hashable, Sendable, Codable {
  /// The playhead reached a whole multiple of the interval.
  case interval
  /// The playhead started to move.
  case started
  /// Playback was paused.
  case paused
  /// A seek moved the playhead.
  case seeked = "jumped"
  /// The playhead reached the end of a loop's range and continued from its start.
  case looped
  /// The rate changed during playback.
  case rateChanged = "rate-changed"
  /// The playhead stopped because media is missing.
  case stalled
  /// The playhead moves again after a stall, or after a seek whose media had to be read.
  case resumed
  /// The playhead reached a boundary of the schedule, or the position where playback stops.
  case boundary
  /// The playhead reached the end of the media.
  case ended
  /// The player has failed. This is its last value.
  case failed
  /// The progress was requested; nothing happened.
  case requested
}
