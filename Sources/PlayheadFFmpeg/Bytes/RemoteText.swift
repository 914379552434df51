import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// The bytes of an http(s) URL from their start to their end.
final class RemoteText: ByteSource {
  private var response: UnsafeMutablePointer<AVIOContext>?
  private let interruption: Interruption

  /// Connects to the server, or returns nil; frees the options, which are FFmpeg's for the protocol.
  init?(_ url: String, options: OpaquePointer?, interruption: Interruption) {
    var options = options
    defer { av_dict_free(&options) }
    self.interruption = interruption
    var callback = interruption.callback
    if avio_open2(&response, url, AVIO_FLAG_READ, &callback, &options) < 0 { return nil }
  }

  deinit {
    avio_closep(&response)
  }

  var isSeekable: Bool { false }

  func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int) -> Int32 {
    let code = avio_read(response, buffer, Int32(clamping: count))
    if interruption.isInterrupted { return ffmpeg_error_exit() }
    // A server that declares no length can only close the connection at the end.
    let isEnd = code == ffmpeg_error_of_errno(EIO) && avio_size(response) < 0
    return isEnd ? ffmpeg_error_end_of_file() : code
  }

  func seek(to position: Int64, whence: Int32) -> Int64 { Int64(ffmpeg_error_of_errno(ESPIPE)) }
}
