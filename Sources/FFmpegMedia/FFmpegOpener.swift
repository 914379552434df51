import CFFmpeg
import Media

/// A medium that FFmpeg opens and reads: a file, standard input, or a URL.
///
/// What a medium refers to (a playlist's segments and keys, a script's files) is opened only where
/// that is allowed: of a local file what lies in its directory or below, links resolved; of an
/// http(s) URL what is http(s) too; of standard input nothing. What is refused is an error that
/// tells it.
public struct FFmpegOpener: MediaOpener {
  /// The path or URL for messages; what of it is not UTF-8 is repaired.
  public let name: String
  /// The protocols that a medium may refer to on top of what is always allowed, as in `https`;
  /// `file` allows every local file.
  public let protocols: Set<String>
  /// How a file that is still being written is followed; nil where it ends at its end. It is for
  /// regular files: pipes wait for more anyway.
  public let following: FileFollowing?
  /// How much media is read at most to find the tracks before the first packet is given; nil: 5 s,
  /// or 0.5 s of a source that cannot go back, which may be live, if its header lists no tracks.
  public let probeLimit: Duration?
  let location: MediaLocation

  /// `-` is standard input: a regular file from the descriptor's offset on, which stays where it
  /// is; a pipe forwards only. What begins with a protocol of libavformat, as in
  /// `https://example.org/a.mp4`, is a URL, unless there is a file of that very name. All else is
  /// a path. A FIFO is waited for until it has a writer.
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
    let bytes = Array(pathBytes)
    name = String(decoding: bytes, as: UTF8.self)
    location = MediaLocation(name: bytes)
    self.protocols = protocols
    self.following = following
    self.probeLimit = probeLimit
  }

  /// Opens the medium on the calling thread and reads as far as is needed to tell its tracks.
  ///
  /// Blocks for as long as its bytes are waited for, or until `interruption` comes, also from
  /// another thread; so do the source's methods. The source is to be used by one thread at a time.
  ///
  /// A URL, and a file of a filesystem that is served, is read on a thread of its own, as neither a
  /// name server nor the kernel can be interrupted: that thread is left behind then, and lets go of
  /// the medium once they answer.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(looksAtBytes: false, interruption: interruption)
  }

  public func openForReport(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(looksAtBytes: true, interruption: interruption)
  }

  private func open(
    looksAtBytes: Bool, interruption: Interruption
  ) throws(MediaError) -> any MediaSource {
    let open = { () throws(MediaError) in
      let demuxer = try Demuxer.open(
        self, looksAtBytes: looksAtBytes, interruption: interruption)
      return try FFmpegSource(demuxer, looksAtBytes: looksAtBytes)
    }
    guard mayFallSilent else { return try open() }
    let medium = try AbandonableMedium(name, interruption: interruption, opening: open)
    if let source = medium.surrender(where: { !$0.mayFallSilent }) { return source }
    return try AbandonableSource(medium)
  }

  /// Opens the medium for its decoded frames: of the tracks of these indices, for nil of every
  /// track of audio and video. Blocks and is used as what `open` gives.
  public func openFrames(
    ofTracks tracks: Set<Int>? = nil, interruption: Interruption
  ) throws(MediaError) -> any FrameSource {
    let open = { () throws(MediaError) in
      try FFmpegFrameSource(Demuxer.open(self, interruption: interruption), tracks: tracks)
    }
    guard mayFallSilent else { return try open() }
    let medium = try AbandonableMedium(name, interruption: interruption, opening: open)
    if let source = medium.surrender(where: { !$0.mayFallSilent }) { return source }
    return try AbandonableFrameSource(medium)
  }

  /// Whether opening it may be beyond all interruption. A path tells only once it is resolved, which
  /// may be too late.
  private var mayFallSilent: Bool {
    if case .url = location { true } else { !RemoteMounts.current.isEmpty }
  }

  /// The protocols that this build can open, each a word for `protocols`.
  public static let knownProtocols: Set<String> = {
    var names: Set<String> = []
    var state: UnsafeMutableRawPointer?
    while let name = avio_enum_protocols(&state, 0) { names.insert(String(cString: name)) }
    return names
  }()
}
