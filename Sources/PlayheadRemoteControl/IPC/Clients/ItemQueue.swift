import PlayheadInterprocess
import PlaybackSession
import PlayheadCore

/// The items that wait for a client, in order.
///
/// Adding and removing an item takes constant time on average, however many wait.
struct ItemQueue {
  /// The items that are removed first, in reverse order.
  private var older: [ClientItem] = []
  private var newer: [ClientItem] = []

  mutating func append(_ item: ClientItem) {
    // A waiting update is replaced by a newer one.
    if case .progress = item, case .progress = newer.last { newer.removeLast() }
    newer.append(item)
  }

  /// Removes and returns the first item; nil if there is none.
  mutating func popFirst() -> ClientItem? {
    if older.isEmpty {
      older = newer.reversed()
      newer.removeAll(keepingCapacity: false)
    }
    return older.popLast()
  }
}

/// Something that a client is sent after the reply to its current command.
enum ClientItem: Sendable {
  /// An event of the session, except the end of a file and changes of the list and the settings.
  case event(SessionEvent, PlaybackTracker)
  /// A file was left: the state before, its player, if it was open, and the player's last reading.
  case ended(
    id: Int, FileEnd, (SessionSnapshot, Player, at: PlayheadProgress)?, PlaybackTracker)
  /// An update of the playhead.
  case progress(PlayheadProgress)
  /// Properties of these kinds may have other values.
  case changed(PropertyTriggers)
  /// The first value of an observer.
  case observed(serial: Int)
  /// A message of a client.
  case message([MPVNode])
  case log(LogLevel, prefix: String, text: String)
}
