/// When the progress of a player or a queue is complete.
///
/// It is also complete when the player fails, after a last value with the cause `failed`.
@nonexhaustive
public enum ProgressCompletion: Hashable, Sendable {
  /// After the first value at the end of the media, or at the forward playback end. If the media has ended before, one
  /// value is delivered. A player that is paused at its forward playback end delivers no value before it plays again.
  case ended
  /// When the player is closed, or the queue was released and its last item has finished. A player that has
  /// ended can seek back and play again.
  case closed
}
