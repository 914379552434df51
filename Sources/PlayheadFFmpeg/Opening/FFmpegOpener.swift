import CPlayheadFFmpeg
import PlayheadMedia

/// Opens media with FFmpeg: a file, standard input, or a URL.
///
/// Files and URLs that the media refers to (the segments and keys of a playlist, the files of a
/// script) are opened only if they are allowed. A local file may refer to files in its directory
/// and below, with links resolved; an http(s) URL may refer to http(s) URLs; standard input may not
/// refer to anything. A local DASH manifest or concat script needs the protocol `file`. A forbidden
/// reference is an error that names it.
package struct FFmpegOpener: MediaOpener {
  /// The path or URL, for messages; bytes that are not UTF-8 are replaced.
  package let name: String
  /// Additional protocols that the media may refer to, such as `https`; `file` allows every local
  /// file.
  package let protocols: Set<String>
  /// How to follow a file that is still being written; nil to end at its end. For regular files
  /// only; reading a pipe always waits for more data.
  package let following: FileFollowing?
  /// The maximum duration of media that is read to find the tracks. The default, nil, is 5 s, or
  /// 0.5 s if the source may be live (it is not seekable) and its header does not list all tracks.
  package let probeLimit: Duration?
  /// Whether a report that reads a whole file removes its bytes from the system's cache again,
  /// except those that were in the cache before.
  package var leavesCacheUnchanged = false
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

  /// Creates an opener for a path whose bytes need not be UTF-8, a URL or standard input.
  ///
  /// `-` is standard input: a regular file is read from the descriptor's offset, which does not
  /// change; a pipe is read sequentially. A name that starts with a protocol of libavformat, such
  /// as `https://example.org/a.mp4`, is a URL, unless a file with that name exists. Any other name
  /// is a path. Reading a FIFO waits until it has a writer.
  ///
  /// - Parameters:
  ///   - pathBytes: The bytes of the path, URL, or `-`.
  ///   - protocols: Additional protocols that the media may refer to.
  ///   - following: How to follow a growing file; nil to end at its end.
  ///   - probeLimit: The maximum duration that is read to find the tracks; nil for the default.
  package init(
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

  package func open(interruption: Interruption) throws(MediaError) -> any MediaSource {
    try open(for: .decoding, interruption: interruption)
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
  /// For its timing, MP4 or MOV is not probed if its header declares all tracks completely. `width`
  /// and `height` are then the declared ones.
  package func open(
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

  /// Whether opening may block in a way that an interruption cannot end. If any filesystem is
  /// served, this is true of every path, because resolving the path may block already. If media may
  /// refer to any file, it may refer to a FIFO.
  var mayHang: Bool {
    if case .url = location { return true }
    return protocols.contains("file") || !RemoteMounts.current.isEmpty
  }

  /// The protocols that this build of FFmpeg can open, for `protocols`.
  package static let knownProtocols: Set<String> = {
    var names: Set<String> = []
    var state: UnsafeMutableRawPointer?
    while let name = avio_enum_protocols(&state, 0) { names.insert(String(cString: name)) }
    return names
  }()
}
