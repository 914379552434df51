/// The width of text in terminal columns.
///
/// The width is never underestimated, so that fitted text does not wrap. Wide and full-width characters (Unicode
/// Standard Annex #11) and emoji have two columns; combining marks have none. `wcwidth` is not used because its result
/// depends on the locale and on the version of the C library.
extension Unicode.Scalar {
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D37F,
    0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]

  package var columns: Int {
    if isASCII { return 1 }
    // A variation selector that requests emoji presentation makes the previous character wider.
    if value == 0xFE0F { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }
}

extension StringProtocol {
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// Returns the text, or the characters that fit into this many columns followed by an ellipsis.
  package func fitting(_ room: Int) -> String {
    if columns <= room { return String(self) }
    guard room > 0 else { return "" }
    var kept = ""
    var used = 1
    for character in self {
      used += String(character).columns
      if used > room { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The text without characters that control the terminal or change the writing direction.
  package var withoutControls: String {
    let scalars = unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        false
      default: true
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
