import PlayheadCore

extension AttachmentMachine {
  /// A change that is published.
  enum Event {
    /// The player answers for the first time.
    case attached
    /// The position of an item has become known.
    case began(AttachedItem, PlayheadObservation)
    /// The item is known better; it is the same.
    case described(AttachedItem)
    /// A discontinuity of the current item.
    case changed(ProgressCause, PlayheadObservation)
    /// The current item continues on a course that is slightly different.
    case corrected(PlayheadObservation)
    /// The player has left the item.
    case left(AttachedPlayer.Departure)
    /// The player did not carry out a request: the reason, in words.
    case refused(PlayerRequest, String)
    /// Something about the item that the player plays.
    case noticed(ItemNotice)
    case lost(SourceReport.Loss)
    /// The attachment was closed.
    case closed
  }
}
