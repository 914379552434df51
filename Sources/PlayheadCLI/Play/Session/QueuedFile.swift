import Locking
import PlayheadKit

/// A file of a session's list, which its entry of the queue holds.
final class QueuedFile: Sendable {
  /// The identity of the entry in the session, from 1.
  let id: Int
  let file: ListedFile
  /// Whether the session waits for files if this one cannot be played and is the last.
  let isAttempt: Bool
  /// The part to play, as it was found when the player was made last.
  let range = Locked(FileRange())

  init(_ id: Int, _ file: ListedFile, isAttempt: Bool) {
    self.id = id
    self.file = file
    self.isAttempt = isAttempt
  }
}

extension PlayerQueue.Entry {
  /// The file of an entry that a session made.
  var queuedFile: QueuedFile? { attachment as? QueuedFile }
}
