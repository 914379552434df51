/// What a player is doing.
public enum PlaybackState: String, Hashable, Sendable {
  /// Nothing is loaded yet.
  case idle
  /// The medium is being opened.
  case loading
  /// The playhead stands because nobody wants it to move.
  case paused
  case playing
  /// The playhead stands until the host instant at which it is to begin.
  case waiting
  /// The rate is not 0 but the playhead is held, because media is missing.
  case stalled
  /// The playhead has met the end of the media.
  case ended
  /// The medium could not be opened or read on; the player's status says why.
  case failed
  case closed
}
