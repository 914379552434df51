import FoundationEssentials
import PlayheadTimekeeping

/// Open media from which packets are read, in the order in which the file stores them.
///
/// Not Sendable: one worker owns it. The media is closed when the source is released.
public protocol MediaSource: AnyObject {
  /// The description of the media.
  var info: MediaInfo { get }

  /// Reads the next packet of any track. May block.
  ///
  /// - Returns: The packet, the end of the media, or the time after which to read again.
  /// - Throws: A `MediaError` if reading fails or is interrupted.
  func read() throws(MediaError) -> MediaRead

  /// Moves the source to the keyframe at or before `time`, so that everything presented from `time`
  /// on can be decoded. May block.
  ///
  /// - Parameter time: A time of the container.
  /// - Throws: A `MediaError` if seeking is impossible, fails or is interrupted.
  func seek(to time: MediaTime) throws(MediaError)

  /// Returns the declarations of each header of the container. May block.
  ///
  /// The position from which packets are read does not change. The default implementation declares
  /// nothing.
  func readDeclarations() -> HeaderDeclarations
}

extension MediaSource {
  /// Returns no declarations.
  public func readDeclarations() -> HeaderDeclarations { HeaderDeclarations() }
}

/// The result of reading a packet.
public enum MediaRead: Hashable, Sendable {
  /// The next packet.
  case packet(PacketTiming)
  /// The end of the media, which is not an error.
  case endOfMedia
  /// No packet is available yet, because the file is still growing. Read again after this time.
  case nothingYet(retryAfter: Duration)
}

/// Something that can be opened to read media: a path, a URL, or scripted media of a test.
public protocol MediaOpener: Sendable {
  /// The path or URL, as messages name it.
  var name: String { get }

  /// The absolute URL of the media; nil if it has none. The default is nil.
  var url: URL? { get }

  /// Opens the media on the calling thread. May block until `interruption` happens.
  ///
  /// - Parameter interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  func open(interruption: Interruption) throws(MediaError) -> any MediaSource

  /// Opens the media for a purpose. May block until `interruption` happens.
  ///
  /// - Parameters:
  ///   - purpose: What is read from the source.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The open source. For a report, it is a `FramedSource` if the opener can check the
  ///   structure of the file's bytes.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  func open(
    for purpose: OpeningPurpose, interruption: Interruption
  ) throws(MediaError) -> any MediaSource
}

/// What media is opened for.
@nonexhaustive
public enum OpeningPurpose: Hashable, Sendable {
  /// To read packets and decode them.
  case decoding
  /// To read tracks and packet timing, without decoding any packet.
  case timing
  /// For a report whose packets are found by this method, or by reading all bytes if that is not
  /// possible. The source reports which one it uses, if it is a `FramedSource`.
  case report(ReadingMethod)
}

extension MediaOpener {
  public var url: URL? { nil }

  /// Opens the media with `open(interruption:)`, without checking its structure.
  ///
  /// - Parameters:
  ///   - purpose: Ignored.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func open(
    for purpose: OpeningPurpose, interruption: Interruption
  ) throws(MediaError) -> any MediaSource {
    try open(interruption: interruption)
  }
}

/// How the packets of a report are found.
@nonexhaustive
public enum ReadingMethod: String, Hashable, Sendable, CaseIterable, Codable {
  /// All bytes of the media are read.
  case whole
  /// The packets are listed in the container's index (the sample tables of MP4 and QuickTime), and
  /// their data is not read.
  case index
}
