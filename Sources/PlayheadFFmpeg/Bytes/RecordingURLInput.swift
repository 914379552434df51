import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// The bytes of a recording at a URL that FFmpeg has opened, behind which another one may follow (`cat a b`).
final class RecordingURLInput: ByteSource {
  /// The connection of all recordings.
  private final class Connection {
    var context: UnsafeMutablePointer<AVIOContext>?
    /// The object that the interrupt callback uses.
    private let watch: OpeningWatch?

    init(_ context: UnsafeMutablePointer<AVIOContext>, _ watch: OpeningWatch?) {
      (self.context, self.watch) = (context, watch)
    }

    deinit { avio_closep(&context) }
  }

  private let connection: Connection
  /// The offset of the recording behind the URL.
  private let start: Int64
  private var offset: Int64 = 0
  /// Bytes that were read behind the offset.
  private var held: [UInt8] = []
  private var end: RecordingEnd
  private var context: UnsafeMutablePointer<AVIOContext>? { connection.context }

  /// Adopts a context at its start; returns nil if the bytes are of no container that may be joined, or arrive in
  /// datagrams.
  init?(_ original: UnsafeMutablePointer<AVIOContext>, watchedBy watch: OpeningWatch?) {
    guard original.pointee.max_packet_size == 0 else { return nil }
    var head = [UInt8](repeating: 0, count: 4)
    let count = avio_read(original, &head, 4)
    avio_seek(original, 0, SEEK_SET)
    (original.pointee.eof_reached, original.pointee.error) = (0, 0)
    guard count == 4, let end = head.withUnsafeBytes({ RecordingEnd(beginning: $0) }) else {
      return nil
    }
    (connection, start, self.end) = (Connection(original, watch), 0, end)
  }

  private init(_ connection: Connection, at start: Int64, _ container: RecordingEnd.Container) {
    (self.connection, self.start, end) = (connection, start, RecordingEnd(container))
  }

  var recordingEnd: RecordingEnd? { end }

  var isSeekable: Bool {
    context.map { $0.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 } ?? false
  }

  /// The number of bytes of all recordings; nil if it is unknown.
  var size: Int64? {
    guard isSeekable, let size = context.map({ avio_size($0) }), size > start else { return nil }
    return size - start
  }

  func nextRecording(at place: Int64, name: String) throws(MediaError) -> (any ByteSource)? {
    guard place <= Self.greatestOffset - start else { return nil }
    let next = RecordingURLInput(connection, at: start + place, end.container)
    swap(&next.held, &held)
    return next
  }

  func isShorter(than count: Int64) -> Bool {
    if let size { return min(size, end.found ?? .max) < count }
    return skip { offset < count } == 0
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let rest = end.found.map { Int(clamping: max($0 - offset, 0)) } ?? count
    let space = min(rest, count)
    guard space > 0 else { return ffmpeg_error_end_of_file() }
    var (length, used) = (0, 0)
    repeat {
      let part = readPart(into: buffer + length, count: space - length, behind: length)
      guard part > 0 else {
        if length == 0 { return part == 0 ? ffmpeg_error_end_of_file() : part }
        // The next read finds an error again.
        used = length
        break
      }
      length += Int(part)
      let bytes = UnsafeRawBufferPointer(start: buffer, count: length)
      // A wrong length in the first bytes is corrected with all that show it.
      if offset == 0, length < space, OpenLengths.missingCount(after: bytes) > 0 { continue }
      used = end.count(bytes, at: offset, isLast: length == space)
    } while used == 0 && end.found == nil
    if offset == 0 {
      OpenLengths.correct(UnsafeMutableRawBufferPointer(start: buffer, count: used))
    }
    let unused = UnsafeBufferPointer(start: buffer + used, count: length - used)
    held.insert(contentsOf: unused, at: 0)
    offset += Int64(used)
    return used == 0 ? ffmpeg_error_end_of_file() : Int32(clamping: used)
  }

  private func readPart(
    into buffer: UnsafeMutablePointer<UInt8>, count: Int, behind length: Int
  ) -> Int32 {
    if !held.isEmpty { return Int32(clamping: held.removeFirst(into: buffer, count: count)) }
    guard let context else { return ffmpeg_error_exit() }
    // The context that reads this source stores the end and the error, and decides whether to go on.
    (context.pointee.eof_reached, context.pointee.error) = (0, 0)
    // Another recording may have read elsewhere.
    let place = start + offset + Int64(length)
    if avio_tell(context) != place {
      let code = avio_seek(context, place, SEEK_SET)
      if code < 0 { return Int32(clamping: code) }
    }
    return avio_read_partial(context, buffer, Int32(clamping: count))
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    guard let context else { return Int64(ffmpeg_error_exit()) }
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE:
      let size = avio_size(context)
      return size < 0 ? size : min(max(size - start, 0), end.found ?? .max)
    case SEEK_SET where (0...Self.greatestOffset - start).contains(position):
      if position == offset { return position }
      guard isSeekable else { return Int64(ffmpeg_error_of_errno(ESPIPE)) }
      (offset, held) = (position, [])
      return position
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
  }
}
