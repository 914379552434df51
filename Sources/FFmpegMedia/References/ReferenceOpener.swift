import CFFmpeg
import Glibc
import Media

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

  let rule: ReferenceRule
  /// The URL of the media itself, which is not a reference; nil if FFmpeg does not open it.
  private let named: [UInt8]?
  var isOfURL: Bool { named != nil }
  private let original: Opening?
  /// A description of the first refused reference, with the reason.
  private(set) var refusal: String?

  /// Replaces the `io_open` callback of `context`.
  init(
    for context: UnsafeMutablePointer<AVFormatContext>, _ location: MediaLocation,
    rule: ReferenceRule
  ) {
    self.rule = rule
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
      return url.withCString { original(context, result, $0, flags, options) }
    case .missing, .endless: return ffmpeg_error_of_errno(ENOENT)
    case .refused(let reason):
      refuse(bytes, reason)
      return ffmpeg_error_of_errno(EACCES)
    }
  }

  /// Stores a refusal, and adds it to FFmpeg's log.
  func refuse(_ url: [UInt8], _ reason: ReferenceRefusal) {
    let url = ThreadLog.printable(String(decoding: url, as: UTF8.self)) ?? ""
    let text = "\(url): \(reason.text)"
    refusal = refusal ?? text
    FFmpegLog.note(text)
  }

  /// Returns the error for the first refused reference.
  func error(_ operation: MediaError.Operation, _ name: String, _ code: Int32) -> MediaError {
    MediaError(operation, name, .forbiddenReference, code: code, detail: refusal)
  }
}
