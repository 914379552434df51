/// The action of a queue when its current item has played to its end. Modeled on `AVPlayer.ActionAtItemEnd`.
@nonexhaustive
public enum ActionAtItemEnd: Hashable, Sendable {
  /// Closes and removes the item that ended, and plays the next item.
  case advance
  /// Keeps the item that ended, with its playhead at the end.
  case pause
}
