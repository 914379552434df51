import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// The bytes of an http(s) URL from their start to their end.
final class RemoteText {
  private var response: UnsafeMutablePointer<AVIOContext>?
  private let name: String
  private let interruption: Interruption

  /// Connects to the server. Returns nil if that fails.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - name: The name of the media in errors.
  ///   - options: FFmpeg's options for the protocol. This object frees them.
  ///   - interruption: Ends connecting and reading.
  init?(_ url: String, name: String, options: OpaquePointer?, interruption: Interruption) {
    var options = options
    defer { av_dict_free(&options) }
    (self.name, self.interruption) = (name, interruption)
    var callback = interruption.callback
    if avio_open2(&response, url, AVIO_FLAG_READ, &callback, &options) < 0 { return nil }
  }

  deinit {
    avio_closep(&response)
  }

  /// Appends the next bytes; returns their number, which is 0 at the end.
  func append(to bytes: inout [UInt8], atMost count: Int) throws(MediaError) -> Int {
    var code: Int32 = 0
    bytes += [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      if let response, let start = buffer.baseAddress {
        code = avio_read(response, start, Int32(clamping: count))
      }
      length = Int(max(code, 0))
    }
    // A server that declares no length can only close the connection at the end.
    let isEnd =
      code == ffmpeg_error_end_of_file()
      || code == ffmpeg_error_of_errno(EIO) && response.map { avio_size($0) < 0 } == true
    if interruption.isInterrupted || code < 0 && !isEnd {
      let reason: MediaError.Reason? = interruption.isInterrupted ? .interrupted : nil
      throw MediaError(.read, of: name, ffmpeg: code, reason: reason)
    }
    return Int(max(code, 0))
  }
}
