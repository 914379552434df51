/// When the progress of a player is complete.
///
/// It is also complete when the player fails, after a last value with the cause `failed`.
public enum ProgressCompletion: Hashable, Sendable {
  /// After the first value at the end of the media, or at the forward playback end. At once, if
  /// playback has ended before.
  case ended
  /// When the player is closed. A player that has ended can seek back and play again.
  case closed
}
