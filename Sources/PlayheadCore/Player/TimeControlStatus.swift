/// Whether the playhead moves, and if it should move but does not, the reason.
///
/// Follows `AVPlayer.TimeControlStatus` and `AVPlayer.WaitingReason`. A player that has ended or
/// failed is `paused` here; `PlaybackState` distinguishes these.
@nonexhaustive
public enum TimeControlStatus: Hashable, Sendable {
  /// The rate is 0. Also at the end of the media and after a failure.
  case paused
  /// The rate is not 0, but the playhead waits.
  case waitingToPlayAtSpecifiedRate(WaitingReason)
  /// The playhead moves.
  case playing
}

/// The reason why a playhead with a rate other than 0 does not move.
@nonexhaustive
public enum WaitingReason: String, Hashable, Sendable {
  /// No media has been read yet at the start of playback.
  case starting
  /// The host instant of the start has not been reached.
  case hostInstant = "host-instant"
  /// No media has been read yet at the target of a seek.
  case seeking
  /// All media read has been played. Playback resumes once enough has been read to avoid stuttering.
  case stalled
}
