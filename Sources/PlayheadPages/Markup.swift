/// Text of a page, in which no character is markup.
extension String {
  /// Returns the parts of the text that follow another text.
  func components(after mark: String) -> [Substring] {
    ranges(of: mark).map { self[$0.upperBound...] }
  }

  /// The lines that are not empty, as the content of an element that keeps lines.
  var escapedLines: String {
    split(separator: "\n").map { String($0).escaped }.joined(separator: "\n")
  }

  /// The text for content and attributes. Control characters, which no page may contain, are replaced.
  var escaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t": text += " "
      case _ where scalar.properties.generalCategory == .control || scalar.value & 0xFFFE == 0xFFFE:
        text += "\u{FFFD}"
      // Characters that change the direction of the text after them.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
