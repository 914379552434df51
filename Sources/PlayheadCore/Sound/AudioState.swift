import PlayheadAudio

/// Whether a player's sound is heard.
@nonexhaustive
public enum AudioState: Hashable, Sendable {
  /// The reason why playback is silent.
  @nonexhaustive
  public enum Silence: Hashable, Sendable {
    /// The player was created without sound, or the media has none that can be decoded.
    case noSound
    /// The output could not be opened, was lost and did not come back within a second, or has played nothing for ten
    /// seconds.
    case noOutput(AudioError)
  }

  /// No sound has been decoded yet.
  case waiting
  /// The output plays. The playhead follows the sound that is heard.
  case playing
  /// The output was lost. Playback is stalled, until it comes back or for a second.
  case lost(AudioError)
  /// Playback is silent. The playhead follows the host clock.
  case silent(Silence)
}
