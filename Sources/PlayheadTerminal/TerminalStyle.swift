/// The features of a terminal that the status line may use.
package struct TerminalStyle: Equatable {
  package enum Paint: String {
    case green = "32"
    case yellow = "33"
    case red = "31"
    case bold = "1"
    case faint = "2"
  }

  /// Erases the row and all rows below. From the start of the row in one sequence, some terminals would take that for a
  /// cleared screen, and scroll the first row into their history.
  private static let clearing = "\r\u{1B}[2K\u{1B}[C\u{1B}[J\r"
  /// Erases the same, but not the whole row at once: tmux may have wrapped the line, scrolled its first rows into the
  /// history, and joins them again when the window becomes wider, unless one of them was erased.
  private static let clearingWrapped = "\r\u{1B}[C\u{1B}[J\r \r"

  /// Whether the terminal supports control sequences.
  var hasControls: Bool
  var hasColors: Bool
  /// Whether it can show Unicode block elements, with which the bar is drawn in eighths of a cell.
  package var hasBlocks: Bool

  /// Reads `TERM`, `NO_COLOR` (https://no-color.org) and the encoding, which `LC_ALL`, `LC_CTYPE` or `LANG` names.
  package init(environment: (String) -> String?, wantsColors: Bool) {
    let term = environment("TERM") ?? ""
    hasControls = !term.isEmpty && term != "dumb"
    hasColors = hasControls && wantsColors && (environment("NO_COLOR") ?? "").isEmpty
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let isUnicode = locale.lowercased().replacing("-", with: "").contains("utf8")
    // The fonts of the Linux console lack them.
    hasBlocks = hasControls && isUnicode && term != "linux"
  }

  func painted(_ text: String, _ paint: Paint) -> String {
    hasColors && !text.isEmpty ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns the text that draws a line over the previous one, which may have been wrapped, without flicker.
  ///
  /// The cursor remains at the start of the line. When the window becomes narrower, some terminals wrap the line and
  /// others cut it off. In both cases no part of the line is above the cursor.
  func drawing(
    _ line: PaintedLine, over previous: Int, rowsBelow: Int = 0, isDisturbed: Bool = false
  ) -> String {
    if hasControls {
      var text = isDisturbed ? TerminalStyle.clearingWrapped : "\r"
      text += "\u{1B}[?7l\(line.text)\u{1B}[K"
      for row in line.below { text += "\r\n\(row.text)\u{1B}[K" }
      if !line.below.isEmpty {
        text += "\u{1B}[\(line.below.count)A"
      } else if rowsBelow > 0 {
        text += "\r\n\u{1B}[J\u{1B}[A"
      }
      return text + "\u{1B}[?7h\r"
    }
    let rest = max(previous - line.columns, 0)
    return "\r" + line.text + String(repeating: " ", count: rest)
      + String(repeating: "\u{8}", count: rest)
  }

  /// Returns the text that erases a line of this width, even if it was wrapped into several rows.
  func erasing(_ previous: Int) -> String {
    if previous == 0 { return "" }
    return hasControls
      ? TerminalStyle.clearing : "\r" + String(repeating: " ", count: previous) + "\r"
  }
}
