/// Formats that FFmpeg does not read, recognised by the first bytes of a file, so that the reason can be reported.
enum UnsupportedFormat {
  /// The number of bytes needed; more of DASH if those that are no longer in memory can be read again.
  static func length(of container: String?, isSeekable: Bool) -> Int {
    container == "dash" && isSeekable ? 1_048_576 : 4_096
  }

  /// Returns the name of the format of the first bytes if FFmpeg cannot read it; `container` is libavformat's name.
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
    var isComment = false
    return bytes.split(separator: UInt8(ascii: "<")).contains {
      let text = Substring(decoding: $0, as: UTF8.self)
      if text.hasPrefix("!--") { isComment = true }
      defer { if isComment, text.contains("-->") { isComment = false } }
      return !isComment && isElement("SegmentURL", text) && hasAttribute("mediaRange", text)
    }
  }

  /// Whether the text behind a `<` begins an element, whose name may have a prefix.
  private static func isElement(_ name: String, _ text: Substring) -> Bool {
    let found = text.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    return found == name || found.hasSuffix(":" + name)
  }

  private static func hasAttribute(_ name: String, _ text: Substring) -> Bool {
    var names = ""
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        break
      } else {
        names.append(character)
      }
    }
    return names.split { $0.isWhitespace || $0 == "=" }.contains { $0 == name }
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
        return isElement("tt", text)
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
