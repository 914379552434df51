/// The clock that drives the playhead.
@nonexhaustive
public enum ClockSource: String, Hashable, Sendable, Codable {
  /// The host clock, or the `PlaybackClock` that the player was given.
  case host
  /// The clock of the device that plays the sound.
  case device
  /// Another player, whose position is as it says itself.
  case player
  /// Another player; the time from its position until that is heard is subtracted.
  case heard
}
