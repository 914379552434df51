import FFmpegMedia
import Media

/// That a file is followed while it is still being written.
public typealias FileFollowing = FFmpegMedia.FileFollowing

/// What is at a path, at a URL that FFmpeg knows, or on standard input (`-`).
///
/// A medium may refer to others, as a playlist does: of a local file what lies in its directory or
/// below is opened, links resolved; of an http(s) URL what is http(s) too; of standard input
/// nothing. What is refused is an error that tells it.
public struct LocatedMedia: MediaOpener {
  private let opener: FFmpegOpener

  /// The path or URL for messages; what of it is not UTF-8 is repaired.
  public var name: String { opener.name }

  /// - Parameters:
  ///   - protocols: what the medium may refer to on top, as in `https`; `file` is every local file.
  ///   - following: how a file that is still being written is followed; nil: it ends at its end.
  ///   - probeLimit: how much media is read at most to find the tracks before the first packet is
  ///     given; nil: 5 s, or 0.5 s of a source that cannot go back, which may be live, if its header
  ///     lists no tracks.
  public init(
    path: String, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    self.init(
      pathBytes: path.utf8, protocols: protocols, following: following, probeLimit: probeLimit)
  }

  /// The same by the bytes of the path, which need not be UTF-8.
  public init(
    pathBytes: some Sequence<UInt8>, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    opener = FFmpegOpener(
      pathBytes: pathBytes, protocols: protocols, following: following, probeLimit: probeLimit)
  }

  /// Opens it on the calling thread; blocks until it is open or `interruption` comes.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try opener.open(interruption: interruption)
  }

  public func openForReport(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try opener.openForReport(interruption: interruption)
  }

  /// The protocols that this build can open, each a word for `protocols`.
  public static var knownProtocols: Set<String> { FFmpegOpener.knownProtocols }

  /// The path by which the system knows this medium; nil for a URL.
  package var systemPath: [UInt8]? { opener.systemPath }

  /// Why this medium, a local file that lists others, may not refer to these, as paths with `file:`
  /// before them or as URLs: each reason completes "it refers to …, "; nil where it may.
  package func refusals(ofReferencesTo locations: [[UInt8]]) -> [String?] {
    opener.refusals(ofReferencesTo: locations)
  }

  func openFrames(
    ofTracks tracks: Set<Int>?, interruption: Interruption
  ) throws(MediaError) -> any FrameSource {
    try opener.openFrames(ofTracks: tracks, interruption: interruption)
  }
}
