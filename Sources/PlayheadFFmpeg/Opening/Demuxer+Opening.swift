import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

extension Demuxer {
  /// The least score of a trusted format: lower ones also result from files of other kinds, or from the name alone.
  private static let leastTrustedScore = AVPROBE_SCORE_MAX / 4 + 1

  /// Opens the media and finds its streams, until the interruption, which ends blocking calls now and later.
  static func open(
    _ opener: LocatedMedia, interruption: Interruption
  ) throws(MediaError) -> Demuxer {
    MediaLog.install()
    MediaLog.begin()
    var opener = opener
    let bytes = try makeBytes(opener, interruption: interruption)
    if bytes == nil, opener.namesManifest {
      try examineManifest(of: &opener, interruption: interruption)
    }
    bytes?.hideWrappedLength()
    bytes?.hideWrongCount()
    bytes?.judgeFragments()
    let checksBytes = opener.purpose == .report || opener.purpose == .index
    if checksBytes { bytes?.framingReader = FramingReader() }
    var source: (any ByteSource)? = bytes
    if opener.purpose == .index {
      source =
        (bytes ?? remoteBytes(opener, interruption: interruption)).flatMap(SkippingInput.init)
        ?? bytes
      // A pipe cannot be read twice, and the index of a stream cannot be read first.
      if !(source is SkippingInput) { opener.purpose = .report }
    }
    switch opener.purpose {
    case .report: bytes?.prepareForReadingOnce(leavesCacheUnchanged: opener.leavesCacheUnchanged)
    case .index: bytes?.prepareForReadingParts()
    case .decoding, .timing, .indexedPackets: break
    }
    return try open(opener, reading: source, interruption: interruption)
  }

  /// Opens the same media again, at the start of the same part.
  func reopened() throws(MediaError) -> Demuxer { try reopened(fromPart: opener.firstPart) }

  /// Opens the same media again, at the start of a part of a list of HLS.
  func reopened(fromPart number: Int) throws(MediaError) -> Demuxer {
    MediaLog.begin()
    var opener = opener
    opener.firstPart = number
    let bytes = try bytes?.reopened(name: name)
    let part: (any ByteSource)? = bytes?.list(fromPart: number)
    let demuxer = try Self.open(opener, reading: part ?? bytes, interruption: interruption)
    if demuxer.references.hasWholeList {
      throw MediaError(.seek, of: name, reason: .notSeekable)
    }
    return demuxer
  }

  /// Opens the same media again, without requests for ranges of bytes, which the server has not answered.
  func reopenedWithoutRanges() throws(MediaError) -> Demuxer {
    MediaLog.begin()
    return try Self.openWithoutRanges(
      opener, format: context.pointee.iformat, score: AVPROBE_SCORE_MAX,
      interruption: interruption)
  }

  /// Probes the format and opens `source`, which is nil if FFmpeg opens the location itself.
  static func open(
    _ opener: LocatedMedia, reading source: (any ByteSource)?, interruption: Interruption
  ) throws(MediaError) -> Demuxer {
    var opener = opener
    let name = opener.name
    var format = try opener.inputOptions.demuxer(of: name)
    guard let source else {
      return try open(
        opener, reading: nil, format: format, score: AVPROBE_SCORE_MAX, interruption: interruption)
    }
    guard let input = InputContext.open(source) else { throw outOfMemory(name) }
    let score =
      format == nil ? probe(input.pointer, name: name, format: &format) : AVPROBE_SCORE_MAX
    if score < 0 {
      if source.file?.isAtStart == true, !interruption.isInterrupted {
        throw MediaError(.open, of: name, reason: .isEmpty)
      }
      try refuseUnsupported(input.pointer, name, container: nil)
      throw openingError(score, name, score: 0, interruption: interruption)
    }
    let container = format.map { String(cString: $0.pointee.name) }
    if container == "webp_pipe" || container == "dash" {
      let manifest = try refuseUnsupported(input.pointer, name, container: container)
      if container == "dash" { opener.learn(manifest) }
    }
    if let container, let file = source.file {
      file.findRecordingEnd(container)
      if container == "wv" { hideWrongTag(of: file) }
      // libavformat refuses W64 with other bytes behind the chunks. No tags are behind these containers.
      if !EndTags.containers.contains(container) {
        leaveOutBytes(behindEndOf: file, container)
      }
      dropBytes(behindEndOf: file, from: input.pointer)
    }
    if opener.purpose == .index {
      guard isMovie(format) else {
        opener.purpose = .report
        source.file?.prepareForReadingOnce(leavesCacheUnchanged: opener.leavesCacheUnchanged)
        _ = source.file?.seek(to: 0, whence: SEEK_SET)
        // FFmpeg opens some formats of URLs in another way.
        return try open(opener, reading: source.file, interruption: interruption)
      }
      (source as? SkippingInput)?.mediaData = .pieces
    }
    return try open(
      opener, reading: input, format: format, score: score, interruption: interruption)
  }

  /// Finds the format of the bytes, with the name as a hint; returns the probe score, or FFmpeg's error code.
  private static func probe(
    _ input: UnsafeMutablePointer<AVIOContext>, name: String,
    format: inout UnsafePointer<AVInputFormat>?
  ) -> Int32 {
    // The bytes that it reads are buffered, so that they can be read again.
    let score = av_probe_input_buffer2(input, &format, name, nil, 0, 0)
    // FFmpeg takes any text file whose name ends in `.txt` for a video of terminal output.
    if let format, strcmp(format.pointee.name, "tty") == 0 { return ffmpeg_error_invalid_data() }
    if score != 1 { return score }
    // The score 1 means that the name matches, whatever the bytes are, or that very few bytes
    // match. Probe again without the name.
    var formatOfBytes: UnsafePointer<AVInputFormat>?
    return av_probe_input_buffer2(input, &formatOfBytes, "", nil, 0, 0)
  }

  /// Throws an error if FFmpeg would not read a manifest of DASH at a URL.
  private static func examineManifest(
    of opener: inout LocatedMedia, interruption: Interruption
  ) throws(MediaError) {
    guard let text = remoteText(opener, interruption: interruption),
      let input = InputContext.open(text)
    else { return }
    opener.learn(
      try refuseUnsupported(input.pointer, opener.name, container: "dash", isReadOnce: true))
  }

  /// Throws an error if the first bytes are of a format that FFmpeg does not read. Returns them.
  @discardableResult
  private static func refuseUnsupported(
    _ input: UnsafeMutablePointer<AVIOContext>, _ name: String, container: String?,
    isReadOnce: Bool = false
  ) throws(MediaError) -> [UInt8] {
    // They can be read again, unless `isReadOnce` is set.
    let length = UnsupportedFormat.length(
      of: container,
      isSeekable: isReadOnce || input.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = max(Int(avio_read(input, buffer.baseAddress, Int32(buffer.count))), 0)
    }
    if !isReadOnce { avio_seek(input, 0, SEEK_SET) }
    if let format = UnsupportedFormat.name(of: bytes, container: container) {
      throw MediaError(
        .open, of: name, reason: .unsupported, detail: "FFmpeg does not read \(format)")
    }
    return bytes
  }

  /// Opens `input` as a format with a probe score, or the opener's location if `input` is nil.
  private static func open(
    _ opener: LocatedMedia, reading input: consuming InputContext?,
    format: UnsafePointer<AVInputFormat>?, score: Int32, interruption: Interruption,
    attempt: OpeningAttempt = .first
  ) throws(MediaError) -> Demuxer {
    let name = opener.name
    guard let allocated = avformat_alloc_context() else { throw outOfMemory(name) }
    let rule = ReferenceRule(
      opener.location, isFile: input?.isFile == true, allowing: opener.protocols)
    let isReport = [.report, .index].contains(opener.purpose)
    let references = ReferenceOpener(
      for: allocated, opener.location, rule: rule, endsPlaylists: isReport,
      firstPart: opener.firstPart)
    allocated.pointee.pb = input?.pointer
    let hasInput = allocated.pointee.pb != nil
    let file = input?.source.file
    let mayAskAgain = references.isOfURL && attempt != .withoutSeeking
    let watch = OpeningWatch(
      of: allocated, patienceWithServer: mayAskAgain ? opener.patience : nil,
      interruption: interruption)
    references.watch = watch
    if let limit = opener.probeLimit { setProbeLimit(limit, of: allocated) }
    allocated.pointee.skip_estimate_duration_from_pts = attempt == .first ? 0 : 1

    var options = rule.options(for: format)
    defer { av_dict_free(&options) }
    opener.inputOptions.add(to: &options)
    // FFmpeg's own programs set this too. Without it, programs of a transport stream may be
    // missing.
    av_dict_set(&options, "scan_all_pmts", "1", 0)
    addReconnecting(to: &options)
    if attempt == .withoutSeeking { av_dict_set(&options, "seekable", "0", 0) }
    if isReport {
      // A playlist of HLS that declares no end is read once and from its start. By default, FFmpeg
      // begins three segments before its end, and waits for more for up to an hour.
      av_dict_set(&options, "live_start_index", "0", 0)
      av_dict_set(&options, "max_reload", "1", 0)
    }

    var context: UnsafeMutablePointer<AVFormatContext>? = allocated
    var code: Int32
    if case .path(let path) = opener.location {
      if let refusal = rule.refusal(of: format, at: path) {
        references.refuse(refusal.url, refusal.reason)
        avformat_free_context(context)
        throw references.error(.open, name, ffmpeg_error_of_errno(EACCES))
      }
      let isDASH = format.map { strcmp($0.pointee.name, "dash") == 0 } ?? false
      let place = isDASH ? absolute(path) : path
      code = avformat_open_input(&context, place.cString, format, &options)
    } else {
      code = avformat_open_input(&context, name, format, &options)
    }
    guard code >= 0, let context else {
      // FFmpeg has freed the context.
      references.closeInput()
      if references.refusal != nil { throw references.error(.open, name, code) }
      if watch.hasFoundNothing { throw absenceError(.open, name) }
      if watch.awaitsServer {
        return try openWithoutRanges(
          opener, format: format, score: score, interruption: interruption)
      }
      if watch.isAbandoned { throw silenceError(name) }
      if code == ffmpeg_error_other_http_refusal(), references.isOfURL,
        attempt != .withoutSeeking
      {
        return try open(
          opener, reading: nil, format: format, score: score, interruption: interruption,
          attempt: .withoutSeeking)
      }
      let hasBytes = hasInput ? true : references.hasBytes
      if !(hasBytes ?? (code != ffmpeg_error_end_of_file())) {
        throw MediaError(
          .open, of: name, reason: .other, code: code, detail: "the server sent no media")
      }
      // Without bytes, a system may have refused the connection.
      let meaning = hasBytes == true ? meaning(of: code) : code
      throw openingError(meaning, name, score: score, interruption: interruption)
    }
    references.finishOpening()
    if !references.isOfURL, strcmp(context.pointee.iformat.pointee.name, "hls") == 0,
      let text = file?.wholeText, text.contains("#EXTINF:")
    {
      references.recordGaps(EditedPlaylist.outerGaps(of: text))
    }
    if context.pointee.isDynamicManifest { context.pointee.ctx_flags |= AVFMTCTX_UNSEEKABLE }
    if context.pointee.neverWraps { context.pointee.correct_ts_overflow = 0 }
    watch.recordPacket()
    let adopted: InputContext?
    // The bytes of a segment at a URL are in memory.
    if !hasInput, references.isOfURL, let replacement = InputContext.replacing(context) {
      adopted = consume replacement
    } else if let replacement = references.removeReplacement() {
      adopted = consume replacement
    } else {
      adopted = input
    }
    var demuxer = Demuxer(
      adopting: context, input: adopted, references: references, opener: opener, watch: watch)
    if references.isOfURL, demuxer.mustGoBack {
      throw MediaError(
        .open, of: name, reason: .notSeekable,
        detail: "the server serves no byte ranges, and the file's index is not at its start")
    }
    try demuxer.findStreamInfo()
    if watch.awaitsServer {
      return try openWithoutRanges(
        opener, format: format, score: AVPROBE_SCORE_MAX, interruption: interruption)
    }
    guard demuxer.hasLostItsBytes, let next = attempt.next else { return demuxer }
    return try open(
      opener, reading: nil, format: format, score: AVPROBE_SCORE_MAX, interruption: interruption,
      attempt: next)
  }

  /// Opens a URL whose server has not answered a request for a range of bytes.
  private static func openWithoutRanges(
    _ opener: LocatedMedia, format: UnsafePointer<AVInputFormat>?, score: Int32,
    interruption: Interruption
  ) throws(MediaError) -> Demuxer {
    var opener = opener
    opener.hasUnansweredRanges = true
    return try open(
      opener, reading: nil, format: format, score: score, interruption: interruption,
      attempt: .withoutSeeking)
  }

  /// Returns a path from the root: FFmpeg does not resolve references of DASH against other ones.
  private static func absolute(_ path: [UInt8]) -> [UInt8] {
    guard path.first != UInt8(ascii: "/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    let bytes = UnsafeBufferPointer(start: directory, count: strlen(directory))
    return bytes.map(UInt8.init(bitPattern:)) + [UInt8(ascii: "/")] + path
  }

  /// Opens the bytes of the location; returns nil for a URL, which FFmpeg opens itself.
  static func makeBytes(
    _ opener: LocatedMedia, interruption: Interruption
  ) throws(MediaError) -> ByteInput? {
    let opened: FileDescriptor?
    do throws(SystemError) {
      switch opener.location {
      case .descriptor(let number): opened = try FileDescriptor.duplicate(of: number)
      case .path(let path) where opener.isRegularFileOnly:
        opened = try FileDescriptor.openRegularFile(path: path)
      case .path(let path): opened = try FileDescriptor.open(path: path)
      case .url: return nil
      }
    } catch {
      throw MediaError(.open, of: opener.name, errno: error.number)
    }
    guard let descriptor = opened else {
      throw MediaError(.open, of: opener.name, reason: .other, detail: "not a regular file")
    }
    return try ByteInput(
      descriptor, name: opener.name, following: opener.following, interruption: interruption)
  }

  /// Connects to an http(s) URL; returns nil for other locations, and if that fails. A server may be silent for
  /// `patience`, or for any time if that is nil.
  static func remoteBytes(
    _ opener: LocatedMedia, patience: Duration? = nil, interruption: Interruption
  ) -> RemoteInput? {
    guard case .url(let url) = opener.location else { return nil }
    return RemoteInput(
      url, options: requestOptions(of: opener), patience: patience, interruption: interruption)
  }

  /// Connects to an http(s) URL to read it once, as a text; returns nil for other locations, and if that fails.
  static func remoteText(
    _ opener: LocatedMedia, interruption: Interruption
  ) -> RemoteText? {
    guard case .url(let url) = opener.location,
      ["http:", "https:"].contains(where: url.lowercased().hasPrefix)
    else { return nil }
    return RemoteText(url, options: requestOptions(of: opener), interruption: interruption)
  }

  private static func requestOptions(of opener: LocatedMedia) -> OpaquePointer? {
    let rule = ReferenceRule(opener.location, isFile: false, allowing: opener.protocols)
    var options = rule.options(for: nil)
    opener.inputOptions.add(to: &options)
    addReconnecting(to: &options)
    return options
  }

  /// If a server closes the connection early, request the rest, immediately and a second later.
  private static func addReconnecting(to options: inout OpaquePointer?) {
    av_dict_set(&options, "reconnect", "1", 0)
    av_dict_set(&options, "reconnect_delay_max", "2", 0)
  }

  private static func openingError(
    _ code: Int32, _ name: String, score: Int32, interruption: Interruption
  ) -> MediaError {
    var reason: MediaError.Reason?
    if interruption.isInterrupted {
      reason = .interrupted
    } else if code == ffmpeg_error_invalid_data(), score < leastTrustedScore {
      reason = .notMedia
    } else if MediaError.Reason(ffmpeg: code) == .notSeekable {
      reason = .needsSeeking
    }
    return MediaError(.open, of: name, ffmpeg: code, reason: reason)
  }

  private static func outOfMemory(_ name: String) -> MediaError {
    MediaError(.open, of: name, errno: ENOMEM)
  }
}

/// How a URL is opened after FFmpeg has lost its bytes, because the server declares too great a length and
/// refuses a range beyond its end, or after the server has refused the first request. It may refuse any range (416), as
/// that of all bytes of an empty file. FFmpeg has one error for 416 and any other 4xx without an error of its own, such
/// as 405 or 410: such a request is repeated once, too.
enum OpeningAttempt {
  case first
  /// FFmpeg 7.1 requests such a range to estimate the duration.
  case withoutEstimate
  /// FFmpeg 9.0 requests one while it reads the headers of MP4, if it can seek.
  case withoutSeeking

  /// The next attempt if this one fails.
  var next: OpeningAttempt? {
    switch self {
    case .first: .withoutEstimate
    case .withoutEstimate: .withoutSeeking
    case .withoutSeeking: nil
    }
  }
}
