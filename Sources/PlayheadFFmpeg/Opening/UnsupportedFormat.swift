/// Formats that FFmpeg does not read, recognised by the first bytes of a file, so that the reason can be reported.
enum UnsupportedFormat {
  /// The number of bytes that are needed.
  static let length = 4_096

  /// Returns the name of the format; nil if the bytes are of another one.
  ///
  /// - Parameters:
  ///   - beginning: The first bytes.
  ///   - container: The name of the container in libavformat; nil if it has recognised none.
  static func name(of beginning: [UInt8], container: String?) -> String? {
    switch container {
    case nil: isTimedText(beginning) ? "TTML subtitles" : nil
    case "webp_pipe": isAnimatedWebP(beginning) ? "animated WebP" : nil
    case "dash": listsByteRanges(beginning) ? "lists of byte ranges (mediaRange) in DASH" : nil
    default: nil
    }
  }

  /// Whether a manifest lists parts of a file as segments, which libavformat refuses, or reads without end.
  private static func listsByteRanges(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "<").contains {
      $0.hasPrefix("SegmentURL") && $0.contains("mediaRange")
    }
  }

  /// Whether the root element of an XML document is that of TTML.
  private static func isTimedText(_ bytes: [UInt8]) -> Bool {
    var text = Substring(String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self))
    while let start = text.firstIndex(of: "<") {
      text = text[text.index(after: start)...]
      if text.hasPrefix("!--") {
        guard let end = text.firstRange(of: "-->") else { return false }
        text = text[end.upperBound...]
      } else if !text.hasPrefix("?"), !text.hasPrefix("!") {
        let name = text.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        return name == "tt" || name.hasSuffix(":tt")
      }
    }
    return false
  }

  /// Whether the flag of an animation is set in the extended header of WebP (RFC 9649, 2.7.1).
  private static func isAnimatedWebP(_ bytes: [UInt8]) -> Bool {
    let record = HeaderRecord(bytes: bytes)
    guard record.has("RIFF", at: 0), record.has("WEBPVP8X", at: 8),
      let flags = record.littleEndian(at: 20, 1)
    else { return false }
    return flags & 2 != 0
  }
}
