import PlayheadMedia
import PlayheadTimekeeping

/// A notice for the user about an item, which is published once.
package enum ItemNotice: Equatable, Sendable {
  /// The media cannot be opened, or a part of it cannot be read.
  case unreadable(MediaError)
  /// The player reports another duration than the media has.
  case otherDuration(ofPlayer: MediaTime, ofMedia: MediaTime)
  /// The player has answered for some time that it does not have the position.
  case missingPosition
  /// What the source says, in words.
  case other(String)
}
