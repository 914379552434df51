import CPlayheadFFmpeg
import Glibc

/// The bytes of MPEG-TS from a URL or segment that FFmpeg has opened, in which repeated packets are padding.
final class TransportInput: ByteSource {
  private var original: UnsafeMutablePointer<AVIOContext>?
  private var repeats: TransportRepeats
  private var offset: Int64
  /// The offset of the first byte that is read.
  private var start: Int64?

  /// The state behind the bytes that were read, for the next segment.
  var stream: TransportRepeats { repeats }

  /// - Parameter original: The context to read, from its position on; `close()` closes it.
  init(_ original: UnsafeMutablePointer<AVIOContext>) {
    self.original = original
    offset = avio_tell(original)
    (repeats, start) = (TransportRepeats(), 0)
  }

  /// Creates an input that reads and closes a context, with the state behind the segment before.
  init(_ original: UnsafeMutablePointer<AVIOContext>, continuing stream: TransportRepeats) {
    self.original = original
    offset = avio_tell(original)
    repeats = stream
    repeats.beginSegment()
  }

  /// Disconnects from the server.
  func close() {
    avio_closep(&original)
  }

  var isSeekable: Bool {
    original.map { $0.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 } ?? false
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let start = start ?? offset
    self.start = start
    let place = offset - start
    var length = 0
    // A server may send the first packets in small parts.
    repeat {
      let offset = place + Int64(length)
      let wanted = repeats.lengthToRead(count - length, at: offset)
      let part = readPart(into: buffer + length, count: wanted)
      guard part > 0 else {
        if length > 0 { break }
        return part == 0 ? ffmpeg_error_end_of_file() : part
      }
      repeats.begin(UnsafeRawBufferPointer(start: buffer + length, count: Int(part)), at: offset)
      length += Int(part)
    } while repeats.isBeginning && length < count
    while true {
      let rest = min(repeats.lengthOfRest(at: place + Int64(length)), count - length)
      let more = rest > 0 ? readPart(into: buffer + length, count: rest) : 0
      // The next read finds an error again.
      guard more > 0 else { break }
      length += Int(more)
    }
    repeats.remove(from: UnsafeMutableRawBufferPointer(start: buffer, count: length), at: place)
    offset += Int64(length)
    return Int32(length)
  }

  private func readPart(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    guard let original else { return ffmpeg_error_exit() }
    // The context that reads this source stores the end and the error, and decides whether to go on.
    original.pointee.eof_reached = 0
    original.pointee.error = 0
    return avio_read_partial(original, buffer, Int32(clamping: count))
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    guard let original else { return Int64(ffmpeg_error_exit()) }
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return avio_size(original)
    case SEEK_SET:
      guard position <= Self.greatestOffset else { return Int64(ffmpeg_error_of_errno(EINVAL)) }
      let place = avio_seek(original, position, SEEK_SET)
      if place >= 0 { offset = place }
      return place
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
  }
}
