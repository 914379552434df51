import PlayheadTimekeeping

/// Where another player is, as its readings show.
package struct PositionEstimate: Equatable, Sendable {
  /// The published position from the asked instant on.
  package var timeline: Timeline
  /// When another timeline begins after a correction, or the uncertainty grows at another speed; nil if never.
  package var end: HostInstant?
  /// By how much the published position may be wrong at the asked instant, either way.
  package var uncertainty: Duration
}

/// What a reading did to an estimate.
package enum ReadingOutcome: Equatable, Sendable {
  /// The reading agrees with those before it. The published position is continuous.
  case consistent
  /// The reading contradicts those before it, but by no more than noise or drift may explain. The
  /// uncertainty is greater now, and the published position continuous.
  case widened
  /// The reading shows that the published position was wrong, within its uncertainty, by more than can be
  /// corrected in a second; or the player is paused. The published position jumps, which is a discontinuity.
  case corrected(from: MediaTime, to: MediaTime)
  /// The reading contradicts those before it, because the playhead was moved, or is the first one. The
  /// published position jumps, which is a discontinuity. Nil if it was unknown before.
  case restarted(from: MediaTime?, to: MediaTime)
  /// The reading may be of a time before the last event, or makes no sense.
  case ignored
}
