/// What a queue does when its current item has been played to its end. After
/// `AVPlayer.ActionAtItemEnd`.
public enum ActionAtItemEnd: Hashable, Sendable {
  /// The next item is played, and the one that ended is closed and gone.
  case advance
  /// The item that ended stays, and so does the playhead, at its end.
  case pause
}
