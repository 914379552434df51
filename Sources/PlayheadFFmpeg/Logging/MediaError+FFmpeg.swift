import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

extension MediaError {
  /// Creates an error from FFmpeg's code, whose reason it derives if none is given.
  init(_ operation: Operation, of name: String, ffmpeg code: Int32, reason: Reason? = nil) {
    // The detail has the last error that FFmpeg logged on this thread, and FFmpeg's description unless that only
    // repeats the reason.
    let reason = reason ?? Reason(ffmpeg: code)
    let (words, line) = (Self.words(of: code), MediaLog.lastError)
    // FFmpeg's log often quotes its own description.
    let isRepeated = reason.repeats(code) || line?.contains(words) == true
    let meant = code == ffmpeg_error_no_protocol() ? Self.protocolMeant(by: name) : nil
    let detail = [isRepeated ? nil : words, line, meant.map { "did you mean '\($0)'?" }]
      .compactMap(\.self)
    self.init(
      operation, of: name, reason: reason, code: code,
      detail: detail.isEmpty ? nil : detail.joined(separator: "; "))
  }

  /// Creates an error from a value of `errno`.
  init(_ operation: Operation, of name: String, errno number: Int32) {
    let code = ffmpeg_error_of_errno(number)
    let reason = Reason(ffmpeg: code)
    self.init(
      operation, of: name, reason: reason, code: code,
      detail: reason == .other ? Self.words(of: code) : nil)
  }

  /// Returns the protocol whose name is most like the misspelled one of a URL.
  private static func protocolMeant(by url: String) -> String? {
    let scheme = url.prefix { $0 != ":" }
    // Equally near names are tried in order, so that the answer is always the same.
    return NearestWord.of(scheme.lowercased(), in: LocatedMedia.knownProtocols.sorted())
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
  /// Whether the description of FFmpeg's error code says no more than this reason.
  fileprivate func repeats(_ code: Int32) -> Bool {
    switch self {
    case .damaged, .notMedia, .interrupted, .truncated, .needsSeeking, .notSeekable: true
    case .notFound: code == ffmpeg_error_of_errno(ENOENT)
    case .noPermission: code == ffmpeg_error_of_errno(EACCES)
    default: false
    }
  }

  /// The reason that FFmpeg's error code indicates; `other` if the code is not specific.
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
