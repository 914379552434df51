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
    case "dash": unsupportedList(beginning)
    default: nil
    }
  }

  private static func unsupportedList(_ manifest: [UInt8]) -> String? {
    // libavformat refuses these, or reads them without end.
    if has("SegmentURL", in: manifest, where: { attribute("mediaRange", $0) != nil }) {
      return "lists of byte ranges (mediaRange) in DASH"
    }
    // It takes the number of the first segment for an index of the list, and reads beyond the end.
    let isNumbered = has("SegmentList", in: manifest) {
      attribute("startNumber", $0).map { $0 != "0" } ?? false
    }
    return isNumbered ? "lists of segments with numbers (startNumber) in DASH" : nil
  }

  /// Whether a manifest of DASH lists the names of segments.
  static func listsSegments(_ manifest: [UInt8]) -> Bool {
    has("SegmentURL", in: manifest) { _ in true }
  }

  /// Whether a manifest has an element for whose text, behind the `<`, a condition holds.
  private static func has(
    _ element: String, in manifest: [UInt8], where condition: (Substring) -> Bool
  ) -> Bool {
    var isComment = false
    return manifest.split(separator: UInt8(ascii: "<")).contains {
      let text = Substring(decoding: $0, as: UTF8.self)
      if text.hasPrefix("!--") { isComment = true }
      defer { if isComment, text.contains("-->") { isComment = false } }
      return !isComment && isElement(element, text) && condition(text)
    }
  }

  /// Whether the text behind a `<` begins an element, whose name may have a prefix.
  private static func isElement(_ name: String, _ text: Substring) -> Bool {
    let found = text.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    return found == name || found.hasSuffix(":" + name)
  }

  /// Returns the value of an attribute of the element that a text begins; nil if it has none.
  private static func attribute(_ name: String, _ text: Substring) -> String? {
    var (names, value) = ("", "")
    var quote: Character?
    for character in text {
      if let open = quote {
        if character != open {
          value.append(character)
          continue
        }
        if names.split(whereSeparator: { $0.isWhitespace || $0 == "=" }).last == name[...] {
          return value
        }
        (quote, value) = (nil, "")
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        break
      } else {
        names.append(character)
      }
    }
    return nil
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
