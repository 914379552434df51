import CPlayheadFFmpeg
import Glibc

/// The bytes of a segment of packed audio that FFmpeg has opened. They stay the same.
final class PackedAudioInput: ByteSource {
  private var original: UnsafeMutablePointer<AVIOContext>?
  private let times: PackedAudioTimes

  /// - Parameter original: The context to read; `close()` closes it.
  init(_ original: UnsafeMutablePointer<AVIOContext>, _ times: PackedAudioTimes) {
    (self.original, self.times) = (original, times)
    times.beginSegment()
  }

  /// Disconnects from the server.
  func close() {
    times.endSegment()
    avio_closep(&original)
  }

  var isSeekable: Bool {
    original.map { $0.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 } ?? false
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    guard let original else { return ffmpeg_error_exit() }
    // The context that reads this source stores the end and the error, and decides whether to go on.
    original.pointee.eof_reached = 0
    original.pointee.error = 0
    let length = avio_read_partial(original, buffer, Int32(clamping: count))
    guard length > 0 else { return length == 0 ? ffmpeg_error_end_of_file() : length }
    times.add(UnsafeBufferPointer(start: buffer, count: Int(length)))
    return length
  }

  func seek(to position: Int64, whence: Int32) -> Int64 {
    guard let original else { return Int64(ffmpeg_error_exit()) }
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return avio_size(original)
    // A segment may be a part of a file. FFmpeg goes to its start before it reads.
    case SEEK_SET: return avio_seek(original, position, SEEK_SET)
    default: return Int64(ffmpeg_error_of_errno(EINVAL))
    }
  }
}
