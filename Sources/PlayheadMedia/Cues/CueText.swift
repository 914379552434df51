/// The text of cues, without markup and without characters that steer a terminal.
package enum CueText {
  /// Returns text with spaces for control characters, without empty lines or spaces at the ends of lines.
  package static func cleaned(_ text: String) -> String {
    var text = text
    if text.utf8.contains(where: { $0 < 0x20 && $0 != newline || steeringLeads.contains($0) }) {
      let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
        switch scalar {
        case "\n", "\u{2028}", "\u{2029}": "\n"
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": " "
        default: scalar
        }
      }
      text = String(String.UnicodeScalarView(scalars))
    }
    return Substring(text).utf8.split(separator: newline).compactMap { line -> Substring? in
      guard let first = line.firstIndex(where: { $0 != space }),
        let last = line.lastIndex(where: { $0 != space })
      else { return nil }
      return Substring(line[first...last])
    }.joined(separator: "\n")
  }

  private static let (newline, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
  private static let (backslash, brace) = (UInt8(ascii: "\\"), UInt8(ascii: "{"))
  /// The first bytes of DEL, C1 and the separators of lines and paragraphs.
  private static let steeringLeads: [UInt8] = [0x7F, 0xC2, 0xE2]

  /// Returns the text of a SubStation Alpha line, which libavcodec's decoders make of every format, without markup.
  package static func plain(ofDialogue text: String) -> String {
    // Override blocks in braces are left out, and drawings. `\N` is a line break; `\n` and `\h` are spaces.
    var plain = ""
    var rest = Substring(text)
    var isDrawing = false
    // Otherwise each brace would search the rest of a long text.
    var hasBlocks = true
    while let place = rest.utf8.firstIndex(where: { $0 == backslash || $0 == brace }) {
      if !isDrawing { plain += rest[..<place] }
      var scalars = rest[place...].unicodeScalars
      switch (scalars.removeFirst(), scalars.first) {
      case ("\\", "N"):
        plain += "\n"
        scalars.removeFirst()
      case ("\\", "n"), ("\\", "h"):
        plain += " "
        scalars.removeFirst()
      case ("\\", "{"), ("\\", "}"):
        let brace = scalars.removeFirst()
        if !isDrawing { plain.unicodeScalars.append(brace) }
      // libavcodec puts a word joiner after a backslash that is no markup.
      case ("\\", "\u{2060}"):
        plain += "\\"
        scalars.removeFirst()
      case ("{", _):
        if hasBlocks, let end = scalars.firstIndex(of: "}") {
          isDrawing = draws(in: scalars[..<end]) ?? isDrawing
          scalars = scalars[scalars.index(after: end)...]
        } else {
          hasBlocks = false
          if !isDrawing { plain += "{" }
        }
      default: if !isDrawing { plain += "\\" }
      }
      rest = Substring(scalars)
    }
    if !isDrawing { plain += rest }
    return cleaned(plain)
  }

  /// Returns whether an override block begins (`\p1`) or ends (`\p0`) a drawing; nil if neither.
  private static func draws(in block: Substring.UnicodeScalarView) -> Bool? {
    var draws: Bool?
    for tag in block.split(separator: "\\") where tag.first == "p" {
      let number = String(tag.dropFirst()).trimmingPrefix("+")
      if let scale = Int(number.prefix { $0.isNumber }), number.allSatisfy(\.isNumber) {
        draws = scale > 0
      }
    }
    return draws
  }
}
