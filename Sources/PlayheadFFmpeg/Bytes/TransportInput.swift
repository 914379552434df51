import CPlayheadFFmpeg
import Glibc

/// The bytes of MPEG-TS from a URL or segment that FFmpeg has opened, in which repeated packets are padding.
final class TransportInput: ByteSource, TransportSource {
  private var original: UnsafeMutablePointer<AVIOContext>?
  var transport: TransportRepeats
  /// Bytes that were read behind the offset.
  private var held: [UInt8] = []
  private var offset: Int64
  /// The offset of the first byte that is read.
  private var start: Int64?

  /// - Parameter original: The context to read, from its position on; `close()` closes it.
  init(_ original: UnsafeMutablePointer<AVIOContext>) {
    self.original = original
    offset = avio_tell(original)
    (transport, start) = (TransportRepeats(stopsAtCodecs: true), 0)
  }

  /// Creates an input that reads and closes a context, with the state behind the segment before.
  init(_ original: UnsafeMutablePointer<AVIOContext>, continuing stream: TransportRepeats) {
    self.original = original
    offset = avio_tell(original)
    transport = stream
    transport.beginSegment()
  }

  /// Returns the clock reference at or before a packet at an offset, see `TransportRepeats`.
  func clockReference(at offset: Int64) -> Int64? { transport.clockReference(at: offset) }

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
    if transport.stops(at: place) { return ffmpeg_error_end_of_file() }
    var length = 0
    // A server may send the first packets in small parts.
    repeat {
      let offset = place + Int64(length)
      let wanted = transport.lengthToRead(count - length, at: offset)
      let part = readPart(into: buffer + length, count: wanted)
      guard part > 0 else {
        if length > 0 { break }
        return part == 0 ? ffmpeg_error_end_of_file() : part
      }
      transport.begin(UnsafeRawBufferPointer(start: buffer + length, count: Int(part)), at: offset)
      length += Int(part)
    } while transport.isBeginning && length < count
    while true {
      let rest = min(transport.lengthOfRest(at: place + Int64(length)), count - length)
      let more = rest > 0 ? readPart(into: buffer + length, count: rest) : 0
      // The next read finds an error again.
      guard more > 0 else { break }
      length += Int(more)
    }
    let used = transport.remove(
      from: UnsafeMutableRawBufferPointer(start: buffer, count: length), at: place)
    held.insert(contentsOf: UnsafeBufferPointer(start: buffer + used, count: length - used), at: 0)
    offset += Int64(used)
    return used == 0 ? ffmpeg_error_end_of_file() : Int32(used)
  }

  private func readPart(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    guard let original else { return ffmpeg_error_exit() }
    if !held.isEmpty { return Int32(held.removeFirst(into: buffer, count: count)) }
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
      if place >= 0 { (offset, held) = (place, []) }
      return place
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
  }
}
