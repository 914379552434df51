import CPlayheadFFmpeg
import Glibc
import PlayheadMedia

/// Reads files and URLs that a manifest refers to, whole and into memory, if the rule for the
/// manifest allows them.
struct PartReader {
  /// The maximum length of a manifest in bytes.
  static let greatestManifestLength = 16 << 20
  /// The maximum length of a segment in bytes.
  static let greatestSegmentLength = 256 << 20

  private let rule: ReferenceRule
  private let interruption: Interruption

  init(rule: ReferenceRule, interruption: Interruption) {
    self.rule = rule
    self.interruption = interruption
  }

  /// Returns the bytes of a part, at most `limit`; to a file that the user named, the rule does not apply.
  func read(
    _ part: SegmentPart, atMost limit: Int, isNamed: Bool = false
  ) throws(MediaError) -> [UInt8] {
    MediaLog.begin()
    let name = part.location
    let isURL = name.contains("://")
    let url =
      try isNamed ? Array((isURL ? name : "file:" + name).utf8) : allowed(Array(name.utf8), name)
    var options = rule.options(for: nil)
    defer { av_dict_free(&options) }
    let isRemote = String(decoding: url, as: UTF8.self).hasPrefix("http")
    if let range = part.range, isRemote {
      av_dict_set_int(&options, "offset", range.lowerBound, 0)
      av_dict_set_int(&options, "end_offset", range.upperBound, 0)
    }
    var callback = interruption.callback
    var context: UnsafeMutablePointer<AVIOContext>?
    let code = avio_open2(&context, url.cString, AVIO_FLAG_READ, &callback, &options)
    guard code >= 0, let context else { throw error(.open, name, code) }
    defer {
      var closed: UnsafeMutablePointer<AVIOContext>? = context
      avio_closep(&closed)
    }
    if let range = part.range, !isRemote {
      let position = avio_seek(context, range.lowerBound, SEEK_SET)
      if position < 0 { throw error(.read, name, Int32(clamping: position)) }
    }
    let wanted = part.range.map { Int(clamping: $0.upperBound - $0.lowerBound) }
    return try read(context, name, wanted, limit)
  }

  private func read(
    _ context: UnsafeMutablePointer<AVIOContext>, _ name: String, _ wanted: Int?, _ limit: Int
  ) throws(MediaError) -> [UInt8] {
    let greatest = min(wanted ?? limit, limit)
    var bytes: [UInt8] = []
    while bytes.count < greatest {
      let count = min(greatest - bytes.count, 1 << 20)
      var code: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        code = avio_read(context, buffer.baseAddress, Int32(count))
        length = max(Int(code), 0)
      }
      bytes += piece
      if code == ffmpeg_error_end_of_file() || code >= 0 && code < count { break }
      if code < 0 { throw error(.read, name, code) }
    }
    if let wanted, bytes.count < wanted, wanted <= limit {
      throw MediaError(.read, of: name, reason: .truncated)
    }
    // One more byte shows that the file is longer than the limit.
    var byte: UInt8 = 0
    if wanted ?? .max > limit, bytes.count == limit, avio_read(context, &byte, 1) == 1 {
      throw MediaError(.read, of: name, reason: .other, detail: "longer than \(limit >> 20) MiB")
    }
    return bytes
  }

  private func allowed(_ url: [UInt8], _ name: String) throws(MediaError) -> [UInt8] {
    switch rule.verdict(on: url) {
    case .allowed(let url): return url
    case .missing: throw error(.open, name, ffmpeg_error_of_errno(ENOENT))
    case .endless: throw error(.open, name, ffmpeg_error_of_errno(EINVAL))
    case .refused(let reason):
      throw MediaError(
        .open, of: name, reason: .forbiddenReference, detail: "\(name): \(reason.text)")
    }
  }

  private func error(_ operation: MediaError.Operation, _ name: String, _ code: Int32) -> MediaError
  {
    MediaError(
      operation, of: name, ffmpeg: code, reason: interruption.isInterrupted ? .interrupted : nil)
  }
}
