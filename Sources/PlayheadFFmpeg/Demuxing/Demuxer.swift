import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Owns an AVFormatContext and the objects that its callbacks use.
struct Demuxer: ~Copyable {
  let context: UnsafeMutablePointer<AVFormatContext>
  let opener: LocatedMedia
  /// The input that the context reads; nil if the context has opened a URL itself.
  private let input: InputContext?
  /// The bytes that `input` reads. A separate property, because the Swift 6.3 compiler does not
  /// terminate on an optional chain through an optional noncopyable type.
  let source: (any ByteSource)?
  /// The file or stream that `source` reads; nil for a URL.
  let bytes: ByteInput?
  /// The object that the context's `io_open` callback uses.
  let references: ReferenceOpener
  /// The object that the context's interrupt callback uses.
  let watch: OpeningWatch
  /// Whether packets have been read to find the streams.
  var isProbed = true
  /// For each stream, what the container's index lists after opening. Reading adds entries to the
  /// index.
  private let indices: [ListedPackets]
  /// Nil unless the media consists of blocks of one length.
  private let blocks: BlockTimes?
  /// Nil unless sound in AVI is counted in frames.
  let chunks: ChunkTimes?
  /// Nil unless the container may store one time for all packets.
  let repeated: RepeatedTimes?
  /// Nil unless the first packets may have no times.
  let untimed: LATMTimes?
  /// Nil unless times of fragments of MP4 were wrong when it was opened.
  private let fragments: MovieFragments?
  /// The streams of MPEG-TS that continue others in another codec.
  private let continuations = StreamContinuations()
  /// Nil unless fragments of MP4 are judged as they are read.
  let fragmentReader: FragmentReader?
  /// Nil unless a Period of DASH limits what is presented.
  let period: PeriodLimit?

  /// What the first tags of FLV say; nil for other media.
  var flash: FlashHeader?

  /// The maximum number of retries: a demuxer may request a retry, with damaged media indefinitely.
  private static let greatestRetryCount = 1_000

  init(
    adopting context: UnsafeMutablePointer<AVFormatContext>, input: consuming InputContext?,
    references: ReferenceOpener, opener: LocatedMedia, watch: OpeningWatch
  ) {
    self.context = context
    source = input?.source
    bytes = source?.file
    self.input = input
    self.references = references
    self.opener = opener
    self.watch = watch
    indices = ListedPackets.all(in: context.pointee)
    blocks = BlockTimes(context.pointee)
    chunks = ChunkTimes(context.pointee)
    repeated = RepeatedTimes(context.pointee)
    untimed = LATMTimes(context.pointee)
    if bytes?.fixedSize != nil {
      (fragments, fragmentReader) = (bytes?.fragments, nil)
    } else if let lists = FragmentLists(of: context) {
      fragments = lists.areComplete ? lists.correct() : nil
      fragmentReader =
        lists.areComplete
        ? nil : FragmentReader(lists, isReport: [.report, .index].contains(opener.purpose))
    } else {
      (fragments, fragmentReader) = (nil, nil)
    }
    period = PeriodLimit(opener.period, of: context)
    leaveOutBytesBehindEnd()
  }

  deinit {
    watch.close()
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
    (source as? TransportInput)?.close()
  }

  /// A description of the media, including everything that was read until now.
  var info: MediaInfo {
    var info = MediaInfo(
      context.pointee, name: name, indices: indices, isProbed: opener.purpose == .decoding)
    chunks?.correct(&info.tracks)
    if flash?.statesLength == false { info.isDurationEstimated = true }
    // Libavformat counts the length that it writes from the first decode time.
    if flash?.statesLength == true, info.isWrittenByLibavformat, let start = flash?.start {
      info.declaredDuration = info.declaredDuration?.adding(start)
      info.countLengthFromZero()
    }
    references.correctStarts(&info)
    references.correctDuration(&info)
    if references.hasEndedPlaylist { (info.declaredDuration, info.isSeekable) = (nil, false) }
    if info.container == "film_cpk" {
      // libavformat adds the first time, which may be wrong.
      let lengths = info.timelineTracks.compactMap { $0.durationTicks.map($0.time(ofTicks:)) }
      info.declaredDuration = lengths.max() ?? info.declaredDuration
    }
    let isCounted = info.timelineTracks.contains { fragmentReader?.isCounted($0) == true }
    if isCounted {
      info.declaredDuration = nil
      for index in info.tracks.indices { info.tracks[index].durationTicks = nil }
    }
    if declaresFirstFragment, fragmentReader == nil {
      info.declaredDuration = nil
      for index in info.tracks.indices {
        info.tracks[index].durationTicks = nil
        info.tracks[index].declaredPacketCount = nil
        info.tracks[index].isIndexed = false
      }
    }
    continuations.hide(in: &info, learning: self)
    info.hasUnansweredRanges = opener.hasUnansweredRanges
    opener.period?.limit(&info)
    return info
  }

  /// The header in the first frame of MP3; nil for other media.
  var headerOfMP3: MP3Header? {
    guard context.pointee.iformat.map({ strcmp($0.pointee.name, "mp3") == 0 }) == true else {
      return nil
    }
    return bytes.map(\.headerOfMP3) ?? references.headerOfMP3
  }

  /// Whether the durations are those of the first fragment of MP4, which is in the header of the movie. Others follow.
  private var declaresFirstFragment: Bool {
    guard Self.isMovie(context.pointee.iformat), bytes?.fixedSize == nil else { return false }
    return bytes?.movieBeginning.hasFragments
      ?? (source as? HeaderURLInput)?.movieBeginning.hasFragments ?? false
  }

  /// The bytes, if they may be MPEG-TS whose packets are changed.
  var transport: (any TransportSource)? { bytes ?? (source as? TransportInput) }

  /// Returns the index of the stream that another one continues in another codec; its own if it continues none.
  func continued(_ index: Int) -> Int {
    let stream = streams[index]
    func isSame(_ other: AVStream) -> Bool {
      other.id == stream.id
        && other.codecpar.pointee.codec_type == stream.codecpar.pointee.codec_type
    }
    // In HLS, `id` is the number of a list.
    let isVideo = stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    let places = references.continuedPlaces.filter { $0.isVideo == isVideo }
    if let first = places.first {
      let alike = streams.indices.filter { isSame(streams[$0]) }
      guard let number = alike.firstIndex(of: index), number >= first.count else { return index }
      let place = number - first.count < places.count ? places[number - first.count].place : 0
      return alike.indices.contains(place) ? alike[place] : index
    }
    let pid = transport?.transport.continued[Int(stream.id)]
    return pid.flatMap { pid in streams.firstIndex { Int($0.id) == pid } } ?? index
  }

  /// The number of bytes up to which a recording that cannot be opened has no media, because it is cut in its header.
  static let headerLength: Int64 = 4_096

  /// Opens the recording that follows this one at an offset; nil if it cannot be opened by itself, or has no media.
  func recording(at place: Int64) throws(MediaError) -> Demuxer? {
    guard let bytes = try source?.nextRecording(at: place, name: name) else { return nil }
    MediaLog.begin()
    do throws(MediaError) {
      return try Self.open(opener, reading: bytes, interruption: interruption)
    } catch {
      guard !interruption.isInterrupted, bytes.isShorter(than: Self.headerLength),
        !interruption.isInterrupted
      else { throw error }
      return nil
    }
  }

  /// The positions of the pages of Ogg; nil for other media.
  var pages: OggPositions? { bytes?.pages ?? (source as? OggURLInput)?.pages }

  /// Returns the clock reference of MPEG-TS at or before a packet at an offset; nil if it is not known.
  func clockReference(at offset: Int64) -> Int64? {
    bytes.map { $0.clockReference(at: offset) }
      ?? (source as? TransportInput)?.clockReference(at: offset)
  }

  /// The number of bytes of Ogg, or of a file; nil if they cannot be read at any offset.
  var fixedSize: Int64? { bytes.map(\.fixedSize) ?? (source as? OggURLInput)?.size }

  /// Returns exactly `count` bytes of Ogg or of a file at an offset; nil if that fails.
  func bytes(at offset: Int64, count: Int) -> [UInt8]? {
    bytes.map { $0.bytes(at: offset, count: count) }
      ?? (source as? OggURLInput)?.bytes(at: offset, count: count)
  }

  /// The streams that are known now.
  var streams: [AVStream] {
    (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0]?.pointee }
  }

  /// The codecs of the streams.
  var codecs: [AVCodecID] { streams.map(\.codecpar.pointee.codec_id) }

  /// The name of the media, for messages.
  var name: String { opener.name }

  var interruption: Interruption { watch.interruption }

  /// Whether reading may block in a way that an interruption cannot end.
  var mayHang: Bool {
    // A file that FFmpeg itself opens may be a FIFO.
    ReferenceRule.danger(of: context.pointee.iformat) != nil
      || bytes.map { RemoteMounts.current.contains($0.device) } ?? true
  }

  /// Reads the next packet of any stream into `packet`; returns false at the end of the media.
  ///
  /// After an error because of damaged bytes, the next call continues after them if possible.
  func read(into packet: borrowing Packet) throws(MediaError) -> Bool {
    guard let fragmentReader else { return try readNext(into: packet) }
    return try fragmentReader.read(into: packet, from: self)
  }

  /// Reads the next packet, with the time that is stored for its fragment.
  func readNext(into packet: borrowing Packet) throws(MediaError) -> Bool {
    MediaLog.begin()
    bytes?.hasRefusedSeek = false
    if period?.isOver == true { return false }
    var code: Int32
    repeat {
      code = readFrame(into: packet)
    } while code >= 0 && !continuations.assign(packet, learning: self)
    // FFmpeg continues a playlist without the files that it could not open. Report this.
    if references.refusal != nil { throw makeError(.read, ffmpeg_error_of_errno(EACCES)) }
    // The other playlists would go on.
    if references.codecs.changedLocation != nil, !interruption.isInterrupted { return false }
    if code >= 0 {
      watch.recordPacket()
      blocks?.correct(packet, in: context)
      chunks?.correct(packet, in: context)
      repeated?.correct(packet, in: context)
      untimed?.correct(packet, in: context)
      references.correctTime(of: packet)
      period?.apply(to: packet, in: context)
      return true
    }
    var retryCount = 0
    while code == ffmpeg_error_try_again(), retryCount < Self.greatestRetryCount {
      retryCount += 1
      code = av_read_frame(context, packet.pointer)
    }
    var header: Int64 = -1
    while isLostInGXF(code), !interruption.isInterrupted,
      let next = seekPacketOfGXF(behind: header)
    {
      header = next
      code = av_read_frame(context, packet.pointer)
    }
    if code >= 0 { return true }
    // Demuxers treat a read error as the end of the file. The AVIOContext stores the error.
    let inputCode = context.pointee.pb.map { $0.pointee.error } ?? 0
    if code == ffmpeg_error_end_of_file(), inputCode < 0 { code = inputCode }
    if isEndOfUndeclaredLength(code) || isLostInGXF(code) || isRest(code) {
      code = ffmpeg_error_end_of_file()
    }
    if code == ffmpeg_error_end_of_file(), !interruption.isInterrupted { return false }
    throw makeError(.read, code)
  }

  /// Reads the next frame, also behind the end of all streams before those of other codecs.
  private func readFrame(into packet: borrowing Packet) -> Int32 {
    let code = av_read_frame(context, packet.pointer)
    guard code == ffmpeg_error_end_of_file(), transport?.transport.resume() == true else {
      return code
    }
    context.pointee.pb?.pointee.eof_reached = 0
    return av_read_frame(context, packet.pointer)
  }

  /// Forgets which streams were read last, because the next packets are read elsewhere.
  func restartStreams() {
    continuations.restart()
    period?.restart()
    references.codecs.changedLocation = nil
  }

  /// Ends the input at the end of the media, or at the tags that follow the last frame of a file of sound. libavformat
  /// has read those it knows, and would look for frames in them.
  private func leaveOutBytesBehindEnd() {
    guard let format = context.pointee.iformat, let bytes, let pointer = context.pointee.pb else {
      return
    }
    Self.leaveOutBytes(behindEndOf: bytes, String(cString: format.pointee.name))
    Self.dropBytes(behindEndOf: bytes, from: pointer)
  }

  /// Removes the bytes behind the end of an input from its buffer.
  static func dropBytes(
    behindEndOf bytes: ByteInput, from pointer: UnsafeMutablePointer<AVIOContext>
  ) {
    let start = min(bytes.end ?? .max, bytes.recordingEnd?.found ?? .max)
    let unread = pointer.pointee.buf_end - pointer.pointee.buf_ptr
    let excess = min(max(pointer.pointee.pos - start, 0), Int64(unread))
    pointer.pointee.buf_end -= Int(excess)
    pointer.pointee.pos -= excess
  }

  /// Ends an input at the end of the media, or at the tags behind it.
  static func leaveOutBytes(behindEndOf bytes: ByteInput, _ container: String) {
    guard bytes.end == nil, let size = bytes.fixedSize.map({ min($0, bytes.lengthRead) }) else {
      return
    }
    if EndTags.containers.contains(container) {
      var header = HeaderBytes(size: size, read: bytes.bytes)
      bytes.end = EndTags.start(in: &header)
    }
    guard MediaEnd.containers.contains(container) else { return }
    let rest = bytes.end ?? size
    var header = HeaderBytes(size: rest, budget: MediaEnd.budget, read: bytes.bytes)
    guard let end = MediaEnd.offset(of: container, in: &header) else { return }
    (bytes.end, bytes.trailingByteCount) = (end, rest - end)
  }

  /// Ends a file of WavPack at the end of the media before libavformat reads a tag whose length is wrong, and ends there.
  static func hideWrongTag(of bytes: ByteInput) {
    guard let size = bytes.fixedSize else { return }
    var header = HeaderBytes(size: size, budget: MediaEnd.budget, read: bytes.bytes)
    guard let tag = EndTags.declaredStartOfAPE(in: &header),
      EndTags.start(in: &header).map({ $0 > tag }) ?? true,
      let end = MediaEnd.offset(of: "wv", in: &header), tag < end
    else { return }
    (bytes.end, bytes.trailingByteCount) = (end, size - end)
  }

  /// Returns the meaning of an error after bytes were read: some demuxers return -1 for damaged ones, which is also the
  /// code of EPERM.
  static func meaning(of code: Int32) -> Int32 {
    code == ffmpeg_error_of_errno(EPERM) ? ffmpeg_error_invalid_data() : code
  }

  /// Whether no packet of GXF was found. Its demuxer then returns -1, which is also the code of EPERM, at the end, too.
  private func isLostInGXF(_ code: Int32) -> Bool {
    code == ffmpeg_error_of_errno(EPERM)
      && context.pointee.iformat.map { strcmp($0.pointee.name, "gxf") == 0 } == true
  }

  /// Whether a demuxer returns an error because no bytes, or fewer than a header has, are left, as those of ADTS,
  /// Westwood AUD and NUT do, or a few that are no media, as those of ADTS, WavPack and FLV do.
  private func isRest(_ code: Int32) -> Bool {
    guard let format = context.pointee.iformat, let input = context.pointee.pb,
      input.pointee.error >= 0
    else { return false }
    if code == ffmpeg_error_of_errno(EIO) { return avio_feof(input) != 0 }
    guard code == ffmpeg_error_invalid_data(),
      ["aac", "flv", "nut", "wv"].contains(String(cString: format.pointee.name))
    else { return false }
    if avio_feof(input) != 0 { return true }
    let place = avio_tell(input)
    var rest = [UInt8](repeating: 0, count: Self.restLength)
    if avio_read(input, &rest, Int32(rest.count)) < Int32(rest.count) {
      return input.pointee.error >= 0
    }
    if input.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 { avio_seek(input, place, SEEK_SET) }
    return false
  }

  /// The number of bytes at the end that may be no media.
  private static let restLength = 1_024

  /// Goes to the next header of a packet of GXF behind an offset, because bytes are missing or wrong. Returns its
  /// offset; nil if there is none.
  ///
  /// Source of the format: SMPTE 360M, packet headers.
  private func seekPacketOfGXF(behind last: Int64) -> Int64? {
    guard let input = context.pointee.pb, avio_feof(input) == 0 else { return nil }
    // The demuxer has read a part of what is no header, or of one with a wrong length, which it reads no further.
    avio_seek(input, max(avio_tell(input) - 15, last + 1), SEEK_SET)
    var bytes: [UInt8] = []
    while avio_feof(input) == 0 {
      bytes.append(UInt8(truncatingIfNeeded: avio_r8(input)))
      guard bytes.count >= 16 else { continue }
      if bytes.starts(with: [0, 0, 0, 0, 1]), bytes[10...] == [0, 0, 0, 0, 0xE1, 0xE2] {
        let offset = avio_seek(input, -16, SEEK_CUR)
        return offset < 0 ? nil : offset
      }
      bytes.removeFirst()
    }
    return nil
  }

  /// Whether a server that declared no length has closed the connection. This is the only possible
  /// end of such media, but libavformat reports it as an error.
  private func isEndOfUndeclaredLength(_ code: Int32) -> Bool {
    references.isOfURL && code == ffmpeg_error_of_errno(EIO)
      && context.pointee.pb.map { avio_size($0) < 0 } == true
  }

  /// Returns what libavformat cannot continue in the second recording of chained Ogg, if it has stopped there: it
  /// continues one track at most, of the same codec.
  private func unreadableRecording(_ code: Int32) -> String? {
    guard context.pointee.iformat.map({ strcmp($0.pointee.name, "ogg") == 0 }) == true else {
      return nil
    }
    let isSingle = context.pointee.nb_streams == 1
    if isSingle, code == ffmpeg_error_of_errno(EINVAL) { return "different codecs" }
    let isUnsupported = ffmpeg_error_kind_of(code) == ffmpeg_error_kind_unsupported
    return isUnsupported && !isSingle ? "several tracks" : nil
  }

  /// Clears the input's error, before reading continues at another position.
  func forgetInputError() {
    MediaLog.begin()
    bytes?.hasRefusedSeek = false
    context.pointee.pb?.pointee.error = 0
  }

  /// Returns an error for FFmpeg's error code, with a more specific reason if one is known.
  func makeError(_ operation: MediaError.Operation, _ code: Int32) -> MediaError {
    let code = Self.meaning(of: code)
    var reason: MediaError.Reason?
    if interruption.isInterrupted {
      reason = .interrupted
    } else if references.refusal != nil {
      return references.error(operation, name, code)
    } else if watch.hasFoundNothing {
      return Self.absenceError(operation, name)
    } else if operation == .read, let obstacle = unreadableRecording(code) {
      return MediaError(
        operation, of: name, reason: .unsupported, code: code,
        detail: "chained Ogg whose recordings have \(obstacle)")
    } else if bytes?.isTruncated == true {
      reason = .truncated
    } else if bytes?.hasRefusedSeek == true {
      reason = .needsSeeking
    }
    return MediaError(operation, of: name, ffmpeg: code, reason: reason)
  }

  /// Allows seeking in a followed file, after it was opened.
  func allowSeeking() {
    guard let pointer = context.pointee.pb, let bytes, bytes.isGrowing else { return }
    // If it can seek, the MP4 demuxer ignores fragments that are written later.
    if Self.isMovie(context.pointee.iformat) { return }
    bytes.reportsSize = true
    pointer.pointee.seekable = AVIO_SEEKABLE_NORMAL
  }

  /// The time to wait before reading more of a growing file; nil if data is available.
  var pause: Duration? {
    guard let bytes, bytes.isGrowing, fragmentReader?.hasHeld != true, !interruption.isInterrupted,
      let pointer = context.pointee.pb,
      pointer.pointee.buf_ptr >= pointer.pointee.buf_end
    else { return nil }
    return bytes.pause(at: avio_tell(pointer))
  }

  /// Reads a packet whose bytes FFmpeg has read already, at the current end of a growing file.
  /// Returns false if there is none, or if the demuxer would lose its place.
  func readHeld(into packet: borrowing Packet) -> Bool {
    guard let bytes, let pointer = context.pointee.pb, let format = context.pointee.iformat,
      // Ogg pages hold many packets, and at the end of a page the demuxer can continue later.
      strcmp(format.pointee.name, "ogg") == 0
    else { return false }
    bytes.isWithheld = true
    defer {
      bytes.isWithheld = false
      pointer.pointee.error = 0
      pointer.pointee.eof_reached = 0
    }
    return av_read_frame(context, packet.pointer) >= 0
  }

  /// Returns the correction of a track in the fragment of MP4 with an offset; nil if there is none.
  func deviation(ofTrack index: Int, at offset: Int64) -> MovieFragments.Deviation? {
    guard let stream = context.pointee.streams[index] else { return nil }
    return fragments?.deviation(ofTrack: Int64(stream.pointee.id), at: offset)
      ?? fragmentReader?.deviation(ofStream: index, at: offset)
  }

  /// Whether times of fragments of MP4 may be wrong.
  var mayDeviate: Bool { fragments != nil || fragmentReader != nil }

  /// Reads the first fragments of MP4, if their times may be wrong.
  func prepareFragments() { fragmentReader?.prepare(from: self) }

  /// Forgets the fragments, because the next packets are read elsewhere.
  func restartFragments() { fragmentReader?.restart() }

  /// Sets whether reading waits for more data at the end of a growing file.
  func setWaiting(_ isWaiting: Bool) {
    bytes?.setWaiting(isWaiting)
    // The file may have grown. FFmpeg does not read again after it has reached the end.
    if isWaiting { context.pointee.pb?.pointee.eof_reached = 0 }
  }
}
