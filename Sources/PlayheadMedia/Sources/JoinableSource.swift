import PlayheadTimekeeping

/// A source of media that may consist of several recordings, each with its own clock.
package protocol JoinableSource: MediaSource {
  /// The number of bytes of the media; nil if it is unknown, and while a file grows.
  var byteCount: Int64? { get }
  /// Whether the bytes are in a local file, so that few of them can be read in a short time.
  var isLocalFile: Bool { get }
  /// The times from the start of presentation at which the media is declared to change to another recording, ascending,
  /// each with the least and the greatest value that rounding permits; empty before `showsJoins()`.
  var declaredJoins: [ClosedRange<MediaTime>] { get }

  /// Returns whether few parts of the media show that it consists of several recordings. The next read continues
  /// where the last one ended.
  ///
  /// - Throws: An error with the reason `interrupted`.
  func showsJoins() throws(MediaError) -> Bool

  /// Reads a part that follows a declared join from its start, in place of what comes next. `info` and seeks are then
  /// those of the part and what follows it.
  ///
  /// - Parameter number: The number of the declared joins before the part.
  /// - Returns: Whether that is possible; otherwise nothing has changed.
  /// - Throws: An error with the reason `interrupted`.
  func enter(part number: Int) throws(MediaError) -> Bool
}

extension JoinableSource {
  package func enter(part number: Int) throws(MediaError) -> Bool { number == 0 }
}
