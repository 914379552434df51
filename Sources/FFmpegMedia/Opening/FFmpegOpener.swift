import CFFmpeg
import Media

/// Opens media with FFmpeg: a file, standard input, or a URL.
///
/// Files and URLs that the media refers to (the segments and keys of a playlist, the files of a
/// script) are opened only if they are allowed. A local file may refer to files in its directory
/// and below, with links resolved; an http(s) URL may refer to http(s) URLs; standard input may not
/// refer to anything. A local DASH manifest or concat script needs the protocol `file`. A forbidden
/// reference is an error that names it.
public struct FFmpegOpener: MediaOpener {
  /// The path or URL, for messages; bytes that are not UTF-8 are replaced.
  public let name: String
  /// Additional protocols that the media may refer to, such as `https`; `file` allows every local
  /// file.
  public let protocols: Set<String>
  /// How to follow a file that is still being written; nil to end at its end. For regular files
  /// only; reading a pipe always waits for more data.
  public let following: FileFollowing?
  /// The maximum duration of media that is read to find the tracks. The default, nil, is 5 s, or
  /// 0.5 s if the source may be live (it is not seekable) and its header does not list all tracks.
  public let probeLimit: Duration?
  /// Whether a report that reads a whole file removes its bytes from the system's cache again,
  /// except those that were in the cache before.
  public var leavesCacheUnchanged = false
  let location: MediaLocation
  /// What the media is opened for.
  var purpose = Purpose.decoding

  enum Purpose {
    /// To read packets and decode them.
    case decoding
    /// To read tracks and packet timing.
    case timing
    /// To read tracks and packet timing, and to check the structure of the file's bytes.
    case report
    /// As `report`, to find out whether the index lists all packets.
    case index
    /// To read packet timing from the index, of a file that was opened as `index`.
    case indexedPackets
  }

  /// Creates an opener for a path, a URL or standard input.
  ///
  /// `-` is standard input: a regular file is read from the descriptor's offset, which does not
  /// change; a pipe is read sequentially. A name that starts with a protocol of libavformat, such
  /// as `https://example.org/a.mp4`, is a URL, unless a file with that name exists. Any other name
  /// is a path. Reading a FIFO waits until it has a writer.
  ///
  /// - Parameters:
  ///   - path: The path, URL, or `-`.
  ///   - protocols: Additional protocols that the media may refer to.
  ///   - following: How to follow a growing file; nil to end at its end.
  ///   - probeLimit: The maximum duration that is read to find the tracks; nil for the default.
  public init(
    path: String, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    self.init(
      pathBytes: path.utf8, protocols: protocols, following: following, probeLimit: probeLimit)
  }

  /// Creates an opener for a path whose bytes need not be UTF-8, a URL or standard input.
  ///
  /// - Parameters:
  ///   - pathBytes: The bytes of the path, URL, or `-`.
  ///   - protocols: Additional protocols that the media may refer to.
  ///   - following: How to follow a growing file; nil to end at its end.
  ///   - probeLimit: The maximum duration that is read to find the tracks; nil for the default.
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

  /// Opens the media and reads until its tracks are known.
  ///
  /// Blocks while it waits for data, until `interruption` is triggered from any thread; the
  /// source's methods do the same. The source must be used by one thread at a time.
  ///
  /// A URL, or a file on a filesystem that a server or process provides, is read on a separate
  /// thread, because name resolution and the kernel cannot be interrupted. After an interruption
  /// that thread is abandoned, and closes the media when the blocking call returns.
  ///
  /// - Parameter interruption: Ends opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(for: .decoding, interruption: interruption)
  }

  /// Opens the media to read its tracks and packet timing, without decoding any packet.
  ///
  /// Skips probing if the header of an MP4 or MOV file declares all tracks completely. `width` and
  /// `height` are then the declared ones. Otherwise opens the media as `open` does.
  ///
  /// - Parameter interruption: Ends opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func openForTiming(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(for: .timing, interruption: interruption)
  }

  /// Opens the media for a timing report, and checks the structure of its bytes if the format is
  /// known.
  ///
  /// - Parameter interruption: Ends opening, and later all operations of the source.
  /// - Returns: The open source, a `FramedSource` if the structure can be checked.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func openForReport(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(for: .report, interruption: interruption)
  }

  /// Opens the media for a report, by its index if that lists all packets and `method` is `index`.
  ///
  /// - Parameters:
  ///   - method: The preferred method.
  ///   - interruption: Ends opening, and later all operations of the source.
  /// - Returns: The open source, a `FramedSource`.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func openForReport(
    by method: ReadingMethod, interruption: Interruption
  ) throws(MediaError) -> any MediaSource {
    try open(for: method == .index ? .index : .report, interruption: interruption)
  }

  private func open(
    for purpose: Purpose, interruption: Interruption
  ) throws(MediaError) -> any MediaSource {
    let isReport = purpose == .report || purpose == .index
    if isReport, try isManifest(interruption: interruption) {
      return try openManifest(interruption: interruption)
    }
    var opener = self
    opener.purpose = purpose
    let open = { [opener] () throws(MediaError) in
      if opener.purpose == .index {
        try FFmpegSource.openByIndex(opener, interruption: interruption)
      } else {
        try FFmpegSource(Demuxer.open(opener, interruption: interruption))
      }
    }
    guard mayHang else { return try open() }
    let media = try AbandonableMedia(name, interruption: interruption, opening: open)
    if let source = media.surrender(where: { !$0.mayHang }) { return source }
    let source = try AbandonableSource(media)
    // FFmpeg recognizes a manifest at a URL with another name.
    if isReport, source.info.container == "dash" {
      return try openManifest(interruption: interruption)
    }
    return source
  }

  /// Opens the media and decodes its frames. Blocks as `open(interruption:)` does.
  ///
  /// - Parameters:
  ///   - tracks: The indices of the tracks to decode; nil for all audio and video tracks.
  ///   - interruption: Ends opening, and later all operations of the source.
  /// - Returns: A source of the decoded frames.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func openFrames(
    ofTracks tracks: Set<Int>? = nil, interruption: Interruption
  ) throws(MediaError) -> any FrameSource {
    let open = { () throws(MediaError) in
      try FFmpegFrameSource(Demuxer.open(self, interruption: interruption), tracks: tracks)
    }
    guard mayHang else { return try open() }
    let media = try AbandonableMedia(name, interruption: interruption, opening: open)
    if let source = media.surrender(where: { !$0.mayHang }) { return source }
    return try AbandonableFrameSource(media)
  }

  /// Whether opening may block in a way that an interruption cannot end. If any filesystem is
  /// served, this is true of every path, because resolving the path may block already. If media may
  /// refer to any file, it may refer to a FIFO.
  var mayHang: Bool {
    if case .url = location { return true }
    return protocols.contains("file") || !RemoteMounts.current.isEmpty
  }

  /// The protocols that this build of FFmpeg can open, for `protocols`.
  public static let knownProtocols: Set<String> = {
    var names: Set<String> = []
    var state: UnsafeMutableRawPointer?
    while let name = avio_enum_protocols(&state, 0) { names.insert(String(cString: name)) }
    return names
  }()
}
