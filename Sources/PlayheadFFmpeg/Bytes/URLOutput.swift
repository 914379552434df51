import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// A file or a URL of any protocol of FFmpeg, which is written as FFmpeg's own programs write it.
///
/// `@unchecked Sendable` is safe because only `interrupt` may be called from other threads than the
/// one that writes.
package final class URLOutput: @unchecked Sendable {
  private var context: UnsafeMutablePointer<AVIOContext>?
  private let interruption = Interruption()

  /// Empties the file, whose path may be any bytes, or connects to the URL.
  package init(_ url: [UInt8]) throws(MediaError) {
    MediaLog.install()
    MediaLog.begin()
    var callback = interruption.callback
    let code = avio_open2(&context, url.cString, AVIO_FLAG_WRITE, &callback, nil)
    if code < 0 { throw MediaError(.open, of: String(decoding: url, as: UTF8.self), ffmpeg: code) }
  }

  deinit { close() }

  /// Writes the bytes at once, and waits for the reader. After an error nothing more is written.
  package func write(_ bytes: ArraySlice<UInt8>) {
    guard let context else { return }
    bytes.withUnsafeBufferPointer { avio_write(context, $0.baseAddress, Int32(clamping: $0.count)) }
    avio_flush(context)
  }

  /// Closes the output, so that the reader sees the end.
  package func close() { avio_closep(&context) }

  /// Ends a write that waits, and all further ones.
  package func interrupt() { interruption.interrupt() }
}
