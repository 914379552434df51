/// Whether the playhead moves, and if it does not though it should: what it waits for.
///
/// After `AVPlayer.TimeControlStatus` and `AVPlayer.WaitingReason`.
public enum TimeControlStatus: Hashable, Sendable {
  /// Nobody wants the playhead to move; at the end of the media too.
  case paused
  case waitingToPlayAtSpecifiedRate(WaitingReason)
  case playing
}

/// What a playhead that should move waits for.
public enum WaitingReason: String, Hashable, Sendable {
  /// Nothing has been read yet where playback is to begin.
  case starting
  /// The host instant has not come at which playback is to begin.
  case hostInstant = "host-instant"
  /// Nothing has been read yet where a seek went.
  case seeking
  /// What had been read was played: more must come before playback goes on, so that it does not
  /// stutter.
  case stalled
}

extension PlaybackCondition {
  var timeControlStatus: TimeControlStatus {
    if let waitingReason { return .waitingToPlayAtSpecifiedRate(waitingReason) }
    return state == .playing ? .playing : .paused
  }
}
