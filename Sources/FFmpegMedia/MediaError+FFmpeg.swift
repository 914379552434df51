import CFFmpeg
import Media

extension MediaError {
  /// FFmpeg's error, with its words and the last line it logged on this thread.
  ///
  /// `reason` is what is known beyond the number.
  init(_ operation: Operation, _ name: String, ffmpeg code: Int32, reason: Reason? = nil) {
    let detail = [Self.words(of: code), FFmpegLog.lastError].compactMap(\.self)
    self.init(
      operation, name, reason ?? Reason(ffmpeg: code), code: code,
      detail: detail.joined(separator: "; "))
  }

  /// The system's error: of the number `errno` had.
  init(_ operation: Operation, _ name: String, errno number: Int32) {
    let code = ffmpeg_error_of_errno(number)
    let reason = Reason(ffmpeg: code)
    self.init(
      operation, name, reason, code: code, detail: reason == .other ? Self.words(of: code) : nil)
  }

  private static func words(of code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) {
      guard let start = $0.baseAddress else { return "" }
      av_strerror(code, start, $0.count)
      return String(cString: start)
    }
  }
}

extension MediaError.Reason {
  /// What an error number of FFmpeg means, as far as it tells by itself.
  init(ffmpeg code: Int32) {
    self =
      switch ffmpeg_error_kind_of(code) {
      case ffmpeg_error_kind_damaged: .damaged
      case ffmpeg_error_kind_interrupted: .interrupted
      case ffmpeg_error_kind_not_found: .notFound
      case ffmpeg_error_kind_no_permission: .noPermission
      case ffmpeg_error_kind_not_seekable: .notSeekable
      case ffmpeg_error_kind_unsupported: .unsupported
      default: .other
      }
  }
}
