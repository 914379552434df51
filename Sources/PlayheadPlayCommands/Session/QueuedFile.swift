import PlaybackSession
import PlayheadCore
import PlayheadListFiles
import PlayheadLocking

/// A file of a session's list, which its entry of the queue holds.
final class QueuedFile: SessionEntry {
  /// The identity of the entry in the session, from 1.
  let id: Int
  let file: ListedFile
  let isAttempt: Bool
  /// The part to play, as it was found when the player was made last.
  let range = Locked(FileRange())

  init(_ id: Int, _ file: ListedFile, isAttempt: Bool) {
    self.id = id
    self.file = file
    self.isAttempt = isAttempt
  }

  var listed: PlaylistEntry { PlaylistEntry(id: id, location: file.argument, title: file.title) }
}

extension PlayerQueue.Entry {
  /// The file of an entry that a session made.
  var queuedFile: QueuedFile? { attachment as? QueuedFile }
}
