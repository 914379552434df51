import Timekeeping

/// An open medium that packets are read from, in the order in which they lie in it.
///
/// Not Sendable: one worker owns it, and it is closed when that lets go of it.
public protocol MediaSource: AnyObject {
  var info: MediaInfo { get }

  /// Reads the next packet, of any track. May block.
  func read() throws(MediaError) -> MediaRead

  /// Goes to a place from which all that is presented at `time` (the container's own) and later
  /// can be decoded: the keyframe at or before it. Fails where the medium cannot be sought in.
  func seek(to time: MediaTime) throws(MediaError)

  /// Returns what each header of the container declares for itself, without moving the place that
  /// packets are read from. May block. Declares nothing by default.
  func readDeclarations() -> HeaderDeclarations
}

extension MediaSource {
  public func readDeclarations() -> HeaderDeclarations { HeaderDeclarations() }
}

/// What reading on gave.
public enum MediaRead: Hashable, Sendable {
  case packet(PacketTiming)
  /// There is no more; a result and not an error.
  case endOfMedia
  /// There is nothing yet, and it is worth asking again after so long: the medium is still growing.
  case nothingYet(retryAfter: Duration)
}

/// What can be opened to read media from: a path, a URL, a script of a test.
public protocol MediaOpener: Sendable {
  /// The path or URL, as messages name it.
  var name: String { get }

  /// Opens the medium on the calling thread. May block, until `interruption` comes.
  func open(interruption: Interruption) throws(MediaError) -> any MediaSource

  /// Opens the media for a report. If the opener can check the structure of the file's bytes, the
  /// source is a `FramedSource`. May block, until `interruption` comes.
  func openForReport(interruption: Interruption) throws(MediaError) -> any MediaSource
}

extension MediaOpener {
  public func openForReport(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(interruption: interruption)
  }
}
