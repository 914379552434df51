import CFFmpeg
import Glibc
import Media

/// Owns an AVFormatContext, and all that it reads from.
struct Demuxer: ~Copyable {
  let context: UnsafeMutablePointer<AVFormatContext>
  let opener: FFmpegOpener
  /// Held for the context, which reads through it; nil where it opened a URL itself.
  private let input: InputContext?
  /// What `input` reads. By itself, as the compiler (Swift 6.3) does not come to an end over an
  /// optional chain that begins with an optional of a type that cannot be copied.
  let bytes: ByteInput?
  /// Held for the context, whose `io_open` asks it.
  let references: ReferenceOpener
  /// Held for the context, whose interrupt callback asks it.
  let watch: OpeningWatch
  /// How many packets the container's index lists for each stream, before reading adds to it.
  private let indexCounts: [Int]

  /// A demuxer may ask to be called again; over damaged media it may ask for ever.
  private static let greatestRetryCount = 1_000

  init(
    adopting context: UnsafeMutablePointer<AVFormatContext>, input: consuming InputContext?,
    references: ReferenceOpener, opener: FFmpegOpener, watch: OpeningWatch
  ) {
    self.context = context
    bytes = input?.bytes
    self.input = input
    self.references = references
    self.opener = opener
    self.watch = watch
    indexCounts = (0..<Int(context.pointee.nb_streams)).map { index in
      context.pointee.streams[index].map { Int(avformat_index_get_entries_count($0)) } ?? 0
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// What the medium is, by all that was read of it.
  var info: MediaInfo {
    MediaInfo(context.pointee, name: name, indexCounts: indexCounts)
  }

  /// As messages name the medium.
  var name: String { opener.name }

  var interruption: Interruption { watch.interruption }

  /// Whether waiting for its bytes may be beyond all interruption.
  var mayFallSilent: Bool { bytes.map { RemoteMounts.current.contains($0.device) } ?? true }

  /// Fills `packet` with the next one, of any stream; false at the end of the media.
  ///
  /// After an error for damaged bytes the next call may find what lies behind them.
  func read(into packet: borrowing Packet) throws(MediaError) -> Bool {
    FFmpegLog.begin()
    bytes?.hasRefusedSeek = false
    var code = av_read_frame(context, packet.pointer)
    // A playlist goes on without what it could not open; that must not go unnoticed.
    if references.refusal != nil { throw makeError(.read, ffmpeg_error_of_errno(EACCES)) }
    if code >= 0 { return true }
    var retryCount = 0
    while code == ffmpeg_error_try_again(), retryCount < Self.greatestRetryCount {
      retryCount += 1
      code = av_read_frame(context, packet.pointer)
    }
    if code >= 0 { return true }
    // Demuxers take an error of reading for the end of the file; the context remembers it.
    let inputCode = context.pointee.pb.map { $0.pointee.error } ?? 0
    if code == ffmpeg_error_end_of_file(), inputCode < 0 { code = inputCode }
    if isEndOfUntoldLength(code) { code = ffmpeg_error_end_of_file() }
    if code == ffmpeg_error_end_of_file(), !interruption.isInterrupted { return false }
    throw makeError(.read, code)
  }

  /// Whether a server that had told no length has closed: no other end can be told, but libavformat
  /// takes it for an error.
  private func isEndOfUntoldLength(_ code: Int32) -> Bool {
    references.isOfURL && code == ffmpeg_error_of_errno(EIO)
      && context.pointee.pb.map { avio_size($0) < 0 } == true
  }

  /// Forgets what went wrong with the bytes so far: reading goes on at another place.
  func forgetInputError() {
    FFmpegLog.begin()
    bytes?.hasRefusedSeek = false
    context.pointee.pb?.pointee.error = 0
  }

  /// FFmpeg's error, with what is known of its cause beyond the number.
  func makeError(_ operation: MediaError.Operation, _ code: Int32) -> MediaError {
    var reason: MediaError.Reason?
    if interruption.isInterrupted {
      reason = .interrupted
    } else if references.refusal != nil {
      return references.error(operation, name, code)
    } else if bytes?.isTruncated == true {
      reason = .truncated
    } else if bytes?.hasRefusedSeek == true {
      reason = .needsSeeking
    }
    return MediaError(operation, name, ffmpeg: code, reason: reason)
  }

  /// Lets a file that is followed be sought in, once it is open.
  func allowSeeking() {
    guard let pointer = context.pointee.pb, let bytes, bytes.isGrowing else { return }
    // Once it may go back it takes the fragments known by then for all there are.
    if let format = context.pointee.iformat, strncmp(format.pointee.name, "mov,", 4) == 0 { return }
    bytes.tellsSize = true
    pointer.pointee.seekable = AVIO_SEEKABLE_NORMAL
  }

  /// How long to wait before there can be more of a file that is growing; nil where there is.
  var pause: Duration? {
    guard let bytes, bytes.isGrowing, !interruption.isInterrupted,
      let pointer = context.pointee.pb,
      pointer.pointee.buf_ptr >= pointer.pointee.buf_end
    else { return nil }
    return bytes.pause(at: avio_tell(pointer))
  }

  /// At the end of what is there of a file that is growing: fills `packet` with one that FFmpeg has
  /// the bytes of; false where it has none, or cannot be asked without losing its place.
  func readHeld(into packet: borrowing Packet) -> Bool {
    guard let bytes, let pointer = context.pointee.pb, let format = context.pointee.iformat,
      // It reads pages of many packets, and can be told at each page's end that there is no more yet.
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

  /// Whether reading waits for more at the end of a file that is growing.
  func setWaiting(_ isWaiting: Bool) {
    bytes?.setWaiting(isWaiting)
    // What was the end of what is there need not be it any more; FFmpeg does not ask twice.
    if isWaiting { context.pointee.pb?.pointee.eof_reached = 0 }
  }
}
