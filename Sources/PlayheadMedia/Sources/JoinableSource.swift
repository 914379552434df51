import PlayheadTimekeeping

/// A source of media that may consist of several recordings, each with its own clock.
package protocol JoinableSource: MediaSource {
  /// The number of bytes of the media; nil if it is unknown, and while a file grows.
  var byteCount: Int64? { get }
  /// Whether the bytes are in a local file, so that few of them can be read in a short time.
  var isLocalFile: Bool { get }
  /// The times at which media is declared to change to another recording, ascending; empty before `findJoins()`.
  ///
  /// They count from the start of presentation, each with the least and the greatest value that rounding permits.
  var declaredJoins: [ClosedRange<MediaTime>] { get }

  /// The number of the recording of the last packet, from 0, if the source opens each by itself. A seek goes to the first
  /// one.
  var recording: Int { get }

  /// The length of all recordings, once it was measured. The source then declares it.
  var measuredLength: MediaTime? { get set }

  /// Returns whether a few parts show several recordings, without moving the next read; throws only if interrupted.
  func findJoins() throws(MediaError) -> Bool

  /// Reads the part after a declared join next, from its start; returns whether that is possible.
  ///
  /// If not, nothing has changed; otherwise `info` and seeks are those of the part and what follows it. Throws only if
  /// interrupted.
  func enter(part number: Int) throws(MediaError) -> Bool
}

extension JoinableSource {
  package var recording: Int { 0 }

  package func enter(part number: Int) throws(MediaError) -> Bool { number == 0 }
}
