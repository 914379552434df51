import FoundationEssentials
import PlayheadFFmpeg
import PlayheadMedia

/// The rules for reading a file that is still being written.
public typealias FileFollowing = PlayheadFFmpeg.FileFollowing

/// Media at a path, at a URL that FFmpeg supports, or on standard input (`-`).
///
/// Media may refer to other media, as a playlist does. By default, a local file may refer to files
/// in its directory and below, after links are resolved; an http or https URL may refer to http and
/// https URLs; standard input may refer to nothing. Any other reference fails with an error that
/// names it.
public struct LocatedMedia: MediaOpener {
  private var opener: FFmpegOpener

  /// The path or URL for messages. Bytes that are not valid UTF-8 are replaced.
  public var name: String { opener.name }

  /// The absolute URL of the media: of a path, its file URL. Nil for standard input, and for a path that is not
  /// valid UTF-8.
  public var url: URL? {
    guard let path = opener.systemPath else { return URL(string: name) }
    guard !opener.isDescriptor, let path = String(validating: path, as: UTF8.self) else {
      return nil
    }
    return URL(filePath: path).absoluteURL
  }

  /// Whether a report that reads a whole local file removes its bytes from the system's cache
  /// again, except those that were in the cache before. The default is false.
  ///
  /// Reports on many files can otherwise displace from memory what other processes use. It takes
  /// additional CPU time, and the next report on the same file reads it from its disk.
  public var leavesCacheUnchanged: Bool {
    get { opener.leavesCacheUnchanged }
    set { opener.leavesCacheUnchanged = newValue }
  }

  /// Creates media from its location. Does not open it.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - protocols: Additional protocols to which the media may refer.
  ///   - following: How to read a file that is still being written; nil to stop at its current end.
  ///   - probeLimit: The greatest length of media to read in search of tracks when it is opened.
  public init(
    _ location: some MediaLocation, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    self.init(
      pathBytes: location.locationBytes, protocols: protocols, following: following,
      probeLimit: probeLimit)
  }

  /// Creates media from a path. Does not open it.
  ///
  /// - Parameters:
  ///   - path: A path, a URL that FFmpeg supports, or `-` for standard input.
  ///   - protocols: Additional protocols to which the media may refer, as in `https`; `file` allows
  ///     every local file.
  ///   - following: How to read a file that is still being written; nil to stop at its current end.
  ///   - probeLimit: The greatest length of media to read in search of tracks when it is opened. If
  ///     nil, 5 s, or 0.5 s for a source that cannot seek and whose header lists no tracks, because
  ///     it may be live.
  public init(
    path: String, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    self.init(
      pathBytes: path.utf8, protocols: protocols, following: following, probeLimit: probeLimit)
  }

  /// Creates media from the bytes of a path, which need not be valid UTF-8. Does not open it.
  ///
  /// - Parameters:
  ///   - pathBytes: The bytes of a path, a URL that FFmpeg supports, or `-` for standard input.
  ///   - protocols: Additional protocols to which the media may refer.
  ///   - following: How to read a file that is still being written; nil to stop at its current end.
  ///   - probeLimit: The greatest length of media to read in search of tracks when it is opened.
  public init(
    pathBytes: some Sequence<UInt8>, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    opener = FFmpegOpener(
      pathBytes: pathBytes, protocols: protocols, following: following, probeLimit: probeLimit)
  }

  /// Opens the media on the calling thread. Blocks until it is open or `interruption` happens.
  ///
  /// - Parameter interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try opener.open(interruption: interruption)
  }

  /// Opens the media for a purpose on the calling thread. Blocks until it is open or `interruption`
  /// happens.
  ///
  /// - Parameters:
  ///   - purpose: What is read from the source.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func open(
    for purpose: OpeningPurpose, interruption: Interruption
  ) throws(MediaError) -> any MediaSource {
    try opener.open(for: purpose, interruption: interruption)
  }

  /// The protocols that this build can open. Each is valid in `protocols`.
  public static var knownProtocols: Set<String> { FFmpegOpener.knownProtocols }

  /// The bytes of the path by which the system finds this media; nil for a URL.
  package var systemPath: [UInt8]? { opener.systemPath }

  /// Returns the reason that another program may not have this media played; nil if it may. It may
  /// name any local file, but no open descriptor and no device.
  ///
  /// - Parameter allowingURLs: Whether it may name every URL that does not contain another location.
  ///   Otherwise it may name those of the protocols that the media may refer to.
  package func refusalOnRequest(allowingURLs: Bool) -> ReferenceRefusal? {
    opener.refusalOnRequest(allowingURLs: allowingURLs)
  }

  /// Returns why this media, a local file that lists others, may not refer to some locations.
  ///
  /// - Parameter locations: Paths that start with `file:`, or URLs.
  /// - Returns: A reason for each location, which completes "it refers to …, "; nil if it is
  ///   allowed.
  package func refusals(ofReferencesTo locations: [[UInt8]]) -> [ReferenceRefusal?] {
    opener.refusals(ofReferencesTo: locations)
  }
}
