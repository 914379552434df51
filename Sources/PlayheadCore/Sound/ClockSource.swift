/// The clock that drives the playhead.
@nonexhaustive
public enum ClockSource: String, Hashable, Sendable, Codable {
  /// The host clock, or the `PlaybackClock` that the player was given.
  case host
  /// The clock of the device that plays the sound.
  case device
}
