import CPlayheadFFmpeg
import PlayheadMedia

/// Media at a path, at a URL that FFmpeg supports, or on standard input (`-`).
///
/// Media may refer to other media, as a playlist does. By default, a local file may refer to files
/// in its directory and below, after links are resolved; an http or https URL may refer to http and
/// https URLs; standard input may refer to nothing. A local DASH manifest or concat script needs the
/// protocol `file`. Any other reference fails with an error that names it.
public struct LocatedMedia: MediaOpener {
  /// The path or URL for messages. Bytes that are not valid UTF-8 are replaced.
  public private(set) var name: String
  /// Additional protocols to which the media may refer, such as `https`; `file` allows every local
  /// file.
  public var protocols: Set<String>
  /// How to read a file that is still being written; nil to stop at its current end. For regular
  /// files only: reading a pipe always waits for more data.
  public var following: FileFollowing?
  /// The greatest length of media to read in search of tracks when it is opened. If nil, 5 s, or
  /// 0.5 s for a source that cannot seek and whose header lists no tracks, because it may be live.
  public var probeLimit: Duration?
  /// Whether a report that reads a whole local file removes its bytes from the system's cache
  /// again, except those that were in the cache before. The default is false.
  ///
  /// Reports on many files can otherwise displace from memory what other processes use. It takes
  /// additional CPU time, and the next report on the same file reads it from its disk.
  public var leavesCacheUnchanged = false
  /// The places at which bytes of the stream are missing; nil if it is whole.
  package var missingBytes: MissingBytes?
  let location: ParsedLocation
  /// Whether anything but a regular file is refused at a path.
  private(set) var isRegularFileOnly = false
  /// The options with which FFmpeg's own program reads the media.
  package var inputOptions = InputOptions()
  /// What the media is opened for.
  var purpose = Purpose.decoding
  /// The part of a list of HLS at which reading begins.
  var firstPart = 0
  /// For how long a server may be silent after a request for a range of bytes, while the media is opened.
  var patience = Duration.seconds(5)
  /// Whether the server has not answered such a request.
  var hasUnansweredRanges = false
  /// Whether this is a manifest of DASH that lists segments.
  var listsSegments = false
  /// What the Period of DASH presents that FFmpeg plays; nil for other media.
  var period: PresentedPeriod?

  /// Records what the first bytes of a manifest of DASH, at most `UnsupportedFormat.length`, declare.
  mutating func learn(_ manifest: [UInt8]) {
    listsSegments = UnsupportedFormat.listsSegments(manifest)
    period = PresentedPeriod(manifest, name: name)
  }

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

    fileprivate init(_ purpose: OpeningPurpose) {
      self =
        switch purpose {
        case .decoding: .decoding
        case .timing: .timing
        case .report(.whole): .report
        case .report(.index): .index
        }
    }
  }

  /// Creates media from a path. Does not open it.
  ///
  /// - Parameters:
  ///   - path: A path, a URL that FFmpeg supports, or `-` for standard input.
  ///   - protocols: Additional protocols to which the media may refer.
  ///   - following: How to read a file that is still being written; nil to stop at its current end.
  ///   - probeLimit: The greatest length of media to read in search of tracks when it is opened.
  public init(
    path: String, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    self.init(
      pathBytes: path.utf8, protocols: protocols, following: following, probeLimit: probeLimit)
  }

  /// Creates media from the bytes of a path, which need not be valid UTF-8. Does not open it.
  ///
  /// `-` is standard input: a regular file is read from the descriptor's offset, which does not
  /// change; a pipe is read sequentially. A name that starts with a protocol of FFmpeg, such
  /// as `https://example.org/a.mp4`, is a URL, unless a file with that name exists. Any other name
  /// is a path. Reading a FIFO waits until it has a writer.
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
    let bytes = Array(pathBytes)
    name = String(decoding: bytes, as: UTF8.self)
    location = ParsedLocation(name: bytes)
    self.protocols = protocols
    self.following = following
    self.probeLimit = probeLimit
  }

  /// Creates media at an absolute path that no user has chosen, which is opened only if it is a regular file.
  package init(regularFile path: [UInt8]) {
    self.init(String(decoding: path, as: UTF8.self), at: .path(path))
    isRegularFileOnly = true
  }

  /// Creates media at a URL, whose scheme is in lower case.
  package init(url: String) { self.init(url, at: .url(url)) }

  private init(_ name: String, at location: ParsedLocation) {
    (self.name, self.location) = (name, location)
    (protocols, following, probeLimit) = ([], nil, nil)
  }

  /// Returns the media with another name for messages.
  package func named(_ name: String) -> LocatedMedia {
    var media = self
    media.name = name
    return media
  }

  /// Opens the media on the calling thread. Blocks until it is open or `interruption` happens.
  ///
  /// - Parameter interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(for: .decoding, interruption: interruption)
  }

  /// Opens the media for a purpose on the calling thread, and reads until its tracks are known.
  ///
  /// Blocks while it waits for data, until `interruption` is triggered from any thread; the
  /// source's methods do the same. The source must be used by one thread at a time.
  ///
  /// A URL, or a file on a filesystem that a server or process provides, is read on a separate
  /// thread, because name resolution and the kernel cannot be interrupted. After an interruption
  /// that thread is abandoned, and closes the media when the blocking call returns.
  ///
  /// For its timing, MP4 or MOV is not probed if its header declares all tracks completely. `width`
  /// and `height` are then the declared ones.
  ///
  /// - Parameters:
  ///   - purpose: What is read from the source.
  ///   - interruption: Cancels opening, and later all operations of the source.
  /// - Returns: The open source.
  /// - Throws: A `MediaError` if opening fails or is interrupted.
  public func open(
    for purpose: OpeningPurpose, interruption: Interruption
  ) throws(MediaError) -> any MediaSource {
    let purpose = Purpose(purpose)
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
        try FFmpegSource.open(opener, interruption: interruption)
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

  /// Whether opening may block in a way that an interruption cannot end.
  var mayHang: Bool {
    // If any filesystem is served, this is true of every path: resolving it may block already. If media may refer to
    // any file, it may refer to a FIFO.
    if case .url = location { return true }
    return protocols.contains("file") || !RemoteMounts.current.isEmpty
  }

  /// The protocols that this build of FFmpeg can open. Each is valid in `protocols`.
  public static let knownProtocols: Set<String> = {
    var names: Set<String> = []
    var state: UnsafeMutableRawPointer?
    while let name = avio_enum_protocols(&state, 0) { names.insert(String(cString: name)) }
    return names
  }()
}
