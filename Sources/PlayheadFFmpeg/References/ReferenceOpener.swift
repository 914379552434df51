import CPlayheadFFmpeg
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// Opens the files and URLs that media refers to, if its rule allows them.
///
/// It replaces the `io_open` callback of a context and is the context's `opaque` pointer, so it
/// must outlive the context.
final class ReferenceOpener {
  typealias Opening =
    @convention(c) (
      UnsafeMutablePointer<AVFormatContext>?,
      UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, UnsafePointer<CChar>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32

  /// The maximum number of files opened for a playlist: it, and the headers and first segment of each that it names.
  private static let greatestOpenedCount = 4 * ManifestCount.greatest

  let rule: ReferenceRule
  /// The URL of the media itself, which is not a reference; nil if FFmpeg does not open it.
  private let named: [UInt8]?
  var isOfURL: Bool { named != nil }
  private let original: Opening?
  /// Decides how long to wait for the input of the media itself.
  var watch: OpeningWatch?
  /// Whether the media is being opened. FFmpeg then opens all playlists of HLS at their starts.
  private var isOpening = true
  private var openedCount = 0
  private let segments = SegmentInputs()
  /// The codecs of segments of MP4.
  @exclusivity(unchecked) var codecs = SegmentCodecs()
  /// What the streams of MPEG-TS continue that have another codec, in their order.
  var continuedPlaces: [TransportPrograms.ContinuedPlace] {
    hasReplacedSegments ? segments.continuedPlaces : []
  }
  /// Whether there are segments whose inputs are replaced.
  private var hasReplacedSegments = false
  /// The cookies of the last response. FFmpeg does not find those of an input that was replaced.
  private var cookies: String?
  private let owner: UnsafeMutablePointer<AVFormatContext>
  /// The input in place of the one of a URL. The demuxer takes it once the media is open.
  private var replacement: InputContext?
  /// The header in the first frame of MP3 at a URL.
  private(set) var headerOfMP3: MP3Header?
  /// Whether the URL of the media has a first byte; nil if that is not known.
  private(set) var hasBytes: Bool?
  /// A description of the first refused reference, with the reason; without an exclusivity check, as each read of a
  /// packet asks for it.
  @exclusivity(unchecked) private(set) var refusal: String?
  /// Whether FFmpeg is shown the end of a playlist that declares none.
  private let endsPlaylists: Bool
  /// Whether that was done, so that the media has no known duration.
  private(set) var hasEndedPlaylist = false
  /// The least lengths without media at the starts and the ends of all lists; nil if there was no list.
  private var gaps: (before: MediaTime, after: MediaTime)?
  /// The part at which FFmpeg is shown the beginning of each list of segments.
  private let firstPart: Int
  /// Whether a list has no such part, or could not be replaced.
  private(set) var hasWholeList = false

  /// Replaces the `io_open` callback of `context`.
  init(
    for context: UnsafeMutablePointer<AVFormatContext>, _ location: ParsedLocation,
    rule: ReferenceRule, endsPlaylists: Bool, firstPart: Int
  ) {
    owner = context
    self.rule = rule
    (self.endsPlaylists, self.firstPart) = (endsPlaylists, firstPart)
    named = if case .url(let url) = location { Array(url.utf8) } else { nil }
    original = context.pointee.io_open
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = { context, result, url, flags, options in
      guard let context, let opaque = context.pointee.opaque, let url else {
        return ffmpeg_error_of_errno(EACCES)
      }
      return Unmanaged<ReferenceOpener>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
        $0.open(context, result, url, flags, options)
      }
    }
    replaceClosing(of: context)
  }

  /// Replaces the `io_close2` callback of `context`, too.
  private func replaceClosing(of context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.io_close2 = { context, input in
      guard let opaque = context?.pointee.opaque else { return avio_close(input) }
      return Unmanaged<ReferenceOpener>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
        $0.segments.close(input)
      }
    }
  }

  private func open(
    _ context: UnsafeMutablePointer<AVFormatContext>,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    _ url: UnsafePointer<CChar>, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    let bytes = UnsafeBufferPointer(start: url, count: strlen(url)).map(UInt8.init(bitPattern:))
    let verdict = bytes == named ? .allowed(bytes) : rule.verdict(on: bytes)
    switch verdict {
    case .allowed(let url):
      guard let original, flags & AVIO_FLAG_WRITE == 0 else { return ffmpeg_error_of_errno(EACCES) }
      let isOfPlaylist = context.pointee.isPlaylist
      if isOfPlaylist, isOpening {
        openedCount += 1
        if openedCount > Self.greatestOpenedCount {
          refuse(bytes, .tooManyPlaylists)
          return ffmpeg_error_of_errno(EACCES)
        }
      }
      if isOfPlaylist {
        // On a connection that it keeps, FFmpeg would not call this function for each playlist and segment.
        if isOpening { av_opt_set_int(context.pointee.priv_data, "http_persistent", 0, 0) }
        if hasReplacedSegments, let options, let cookies {
          av_dict_set(options, "cookies", cookies, 0)
        }
      }
      let start = SystemHostClock.shared.now
      let code = original(context, result, url.cString, flags, options)
      if code >= 0, bytes == named, let result {
        shorten(result, openedFrom: url)
        if context == owner {
          if let input = result.pointee {
            adopt(input, at: result)
            awaitByte(of: input)
            watch?.recordAnswer(after: start.duration(to: SystemHostClock.shared.now))
            recordGaps(EditedPlaylist.outerGaps(of: input, isLocal: false))
          }
          if context.pointee.iformat == nil { replaceInput(result) }
        }
      }
      if code < 0 || !isOfPlaylist { return code }
      let refusal = refuseNested(bytes, result, isLocal: url.starts(with: "file:".utf8))
      if refusal == nil, let result {
        if endsPlaylists,
          EditedPlaylist.replace(result, openedFrom: url, by: EditedPlaylist.ended) == .edited
        {
          hasEndedPlaylist = true
        }
        if bytes != named { shorten(result, openedFrom: url) }
      }
      if refusal == nil, bytes != named, context == owner, let result,
        codecs.record(result, openedFrom: url)
      {
        avio_closep(result)
        return ffmpeg_error_end_of_file()
      }
      // Another context may have this callback without that for closing.
      if refusal == nil, context == owner, let result { replaceSegment(result, of: url) }
      return refusal ?? code
    case .missing, .endless: return ffmpeg_error_of_errno(ENOENT)
    case .refused(let reason):
      refuse(bytes, reason)
      return ffmpeg_error_of_errno(EACCES)
    }
  }

  /// Takes the input of the media itself from FFmpeg, which would free it before it disconnects from the server.
  private func adopt(
    _ input: UnsafeMutablePointer<AVIOContext>,
    at place: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>
  ) {
    // A list may be read again.
    guard withUnsafeMutablePointer(to: &owner.pointee.pb, { $0 == place }) else { return }
    watch?.input = input
    owner.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
  }

  /// Closes the input of media that could not be opened.
  func closeInput() {
    watch?.close()
    var input = watch?.input
    watch?.input = nil
    if replacement == nil { avio_closep(&input) } else { replacement = nil }
  }

  /// Reads the first byte of a URL, unless its bytes arrive in datagrams.
  private func awaitByte(of input: UnsafeMutablePointer<AVIOContext>) {
    guard input.pointee.max_packet_size == 0 else { return }
    var byte: UInt8 = 0
    let count = avio_read(input, &byte, 1)
    // A server that declares no length can only close the connection at the end.
    let isEnd =
      count == ffmpeg_error_end_of_file()
      || count == ffmpeg_error_of_errno(EIO) && avio_size(input) < 0
    hasBytes = count == 1 ? true : isEnd ? false : nil
    avio_seek(input, 0, SEEK_SET)
    (input.pointee.eof_reached, input.pointee.error) = (0, 0)
  }

  /// Replaces the input of a URL with Ogg or with a recording behind which another one may follow, and that of one whose
  /// header is examined or read as another one.
  private func replaceInput(_ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>) {
    guard let original = result.pointee, let source = source(replacing: original),
      let input = InputContext.open(source)
    else { return }
    result.pointee = input.pointer
    replacement = consume input
  }

  private func source(
    replacing original: UnsafeMutablePointer<AVIOContext>
  ) -> (any ByteSource)? {
    if let ogg = OggURLInput(original) { return ogg }
    if let recording = RecordingURLInput(original, watchedBy: watch) { return recording }
    let (header, input) = HeaderURLInput.examine(original)
    headerOfMP3 = header
    return input
  }

  /// Returns the input in place of the one of a URL, once.
  func removeReplacement() -> InputContext? {
    var taken: InputContext?
    swap(&taken, &replacement)
    return taken
  }

  /// Replaces a list of segments by one that begins at `firstPart`.
  private func shorten(
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>, openedFrom url: [UInt8]
  ) {
    guard firstPart > 0 else { return }
    let outcome = EditedPlaylist.replace(result, openedFrom: url) { text in
      let part = HLSManifest.list(text, fromPart: firstPart)
      if part == nil { hasWholeList = true }
      return part
    }
    if outcome == .refused { hasWholeList = true }
  }

  /// Replaces the input of a segment of MPEG-TS or packed audio.
  private func replaceSegment(
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>, of url: [UInt8]
  ) {
    var value: UnsafeMutablePointer<UInt8>?
    defer { av_free(value) }
    if let input = result.pointee,
      av_opt_get(input, "cookies", AV_OPT_SEARCH_CHILDREN, &value) >= 0, let value, value[0] != 0
    {
      cookies = String(cString: value)
    }
    let track = Int(owner.pointee.nb_streams)
    guard segments.replace(result, of: url, nextTrack: track), !hasReplacedSegments else { return }
    hasReplacedSegments = true
    av_opt_set_int(owner.pointee.priv_data, "http_persistent", 0, 0)
  }

  /// Closes a file that a playlist refers to if it names further playlists, and returns the error; nil if not.
  private func refuseNested(
    _ url: [UInt8], _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    isLocal: Bool
  ) -> Int32? {
    guard isLocal || isOpening, let input = result?.pointee,
      let count = ManifestCount(in: input, isWhole: isLocal)?.count
    else { return nil }
    guard count > 0 else {
      if isOpening { recordGaps(EditedPlaylist.outerGaps(of: input, isLocal: isLocal)) }
      return nil
    }
    refuse(url, .nestedPlaylist)
    avio_closep(result)
    return ffmpeg_error_of_errno(EACCES)
  }

  /// Records the lengths without media at the start and the end of a list; nil is no list.
  func recordGaps(_ found: (before: MediaTime, after: MediaTime)?) {
    guard let found else { return }
    let before = min(found.before, gaps?.before ?? found.before)
    gaps = (before, min(found.after, gaps?.after ?? found.after))
  }

  /// Leaves out of the duration that a list declares what has no media in any list.
  func correctDuration(_ info: inout MediaInfo) {
    guard let gaps, firstPart == 0, let duration = info.declaredDuration else { return }
    let rest = duration.subtracting(gaps.before)?.subtracting(gaps.after)
    if let rest, rest > .zero { info.declaredDuration = rest }
  }

  /// Gives a packet of packed audio the time that follows from the tag of its segment.
  func correctTime(of packet: borrowing Packet) {
    for times in segments.packedAudio { times.correct(packet) }
  }

  /// Gives tracks of packed audio the starts that follow from the tags.
  func correctStarts(_ info: inout MediaInfo) {
    var areCorrected = false
    for times in segments.packedAudio where times.correctStart(of: &info.tracks) {
      areCorrected = true
    }
    if areCorrected {
      info.declaredStart = info.tracks.compactMap { track in
        track.startTicks.map(track.time(ofTicks:))
      }.min()
    }
  }

  /// Whether the times of packed audio after a seek are not known.
  var hasLostTimes: Bool { segments.packedAudio.contains(where: \.isLost) }

  /// Records that FFmpeg reads segments elsewhere.
  func restartSegments() {
    for times in segments.packedAudio { times.restart() }
  }

  /// Records that the media is open.
  func finishOpening() {
    isOpening = false
    if owner.pointee.pb == nil { watch?.input = nil }
    // FFmpeg closes it with the context.
    if replacement == nil, watch?.input != nil { owner.pointee.flags &= ~AVFMT_FLAG_CUSTOM_IO }
    if owner.pointee.isPlaylist, !hasReplacedSegments {
      av_opt_set_int(owner.pointee.priv_data, "http_persistent", 1, 0)
    }
  }

  /// Stores a refusal, and adds it to FFmpeg's log.
  func refuse(_ url: [UInt8], _ reason: ReferenceRefusal) {
    let url = ThreadLog.printable(String(decoding: url, as: UTF8.self)) ?? ""
    let text = "\(url): \(reason.text)"
    refusal = refusal ?? text
    MediaLog.record(text)
  }

  /// Returns the error for the first refused reference.
  func error(_ operation: MediaError.Operation, _ name: String, _ code: Int32) -> MediaError {
    MediaError(operation, of: name, reason: .forbiddenReference, code: code, detail: refusal)
  }
}

extension AVFormatContext {
  /// Whether the media is a playlist of HLS.
  fileprivate var isPlaylist: Bool {
    iformat.map { strcmp($0.pointee.name, "hls") == 0 } ?? false
  }
}
