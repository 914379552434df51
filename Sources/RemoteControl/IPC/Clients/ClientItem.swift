import PlayheadCore

/// Something that a client is sent after the reply to its current command.
enum ClientItem: Sendable {
  /// An event of the session, except the end of a file and changes of the list and the settings.
  case event(SessionEvent, PlaybackTracker)
  /// A file was left: its player, if it was open, and the player's last reading.
  case ended(id: Int, FileEnd, (Player, at: PlayheadProgress)?, PlaybackTracker)
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
