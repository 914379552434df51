import PlayheadMedia
import PlayheadCore

/// The program of a `QueueSession`, which calls it on its owner.
package protocol SessionHost: AnyObject, Sendable {
  /// The settings have been changed and applied.
  func didApply(_ settings: SessionSettings, after old: SessionSettings)
  /// A request has moved the playhead.
  func didSeek()
  /// Returns what makes the entries that a request adds to the list. May block.
  func entries(of request: SessionRequest) throws(SessionRefusal) -> () -> [PlayerQueue.Entry]
  /// Returns when the next file is opened.
  func preloading(_ settings: SessionSettings) -> PreloadPolicy
  /// Carries out a request of the program itself: for a record, for help, or to end.
  func carryOut(_ request: SessionRequest)
  /// A user's request that waited is refused.
  func report(_ refusal: SessionRefusal, of request: SessionRequest)
  /// A seek or a step has failed.
  func report(_ error: MediaError)
  /// Ends playback of an entry that the queue no longer wants.
  func leave(_ entry: PlayerQueue.Entry)
  /// The list has changed: the current entry has this index, and the list this number of entries.
  func setIndex(_ index: Int, of count: Int)
  /// The session has ended.
  func end()
}

/// What the host of a session attaches to each entry of its queue.
package protocol SessionEntry: AnyObject, Sendable {
  /// The entry as other programs see it.
  var listed: PlaylistEntry { get }
  /// Whether the session waits for files if this one cannot be played and is the last.
  var isAttempt: Bool { get }
}

extension PlayerQueue.Entry {
  /// The attachment of an entry of a session.
  package var sessionEntry: (any SessionEntry)? { attachment as? any SessionEntry }

  /// The identity of an entry of a session.
  package var id: Int { sessionEntry?.listed.id ?? 0 }
}
