/// What may be sent to a terminal besides text.
struct TerminalStyle: Equatable {
  enum Paint: String {
    case green = "32"
    case yellow = "33"
    case red = "31"
    case bold = "1"
    case faint = "2"
  }

  /// Empties the row and all below. Not those from the row's start on in one: where that is the
  /// first of the screen, a terminal may take it for the screen's, and scroll it away instead.
  private static let clearing = "\r\u{1B}[2K\u{1B}[C\u{1B}[J\r"

  /// Whether it knows control sequences at all.
  var hasControls: Bool
  var hasColors: Bool
  /// Whether it shows Unicode's block elements, from which a bar is drawn by eighths of a cell.
  var hasBlocks: Bool

  /// - Parameter environment: `TERM` (`dumb`, or none, knows no control sequences), `NO_COLOR`
  ///   (https://no-color.org: set and not empty), and the locale's encoding: the first of `LC_ALL`,
  ///   `LC_CTYPE` and `LANG` that is set and not empty.
  init(environment: (String) -> String?, wantsColors: Bool) {
    let term = environment("TERM") ?? ""
    hasControls = !term.isEmpty && term != "dumb"
    hasColors = hasControls && wantsColors && (environment("NO_COLOR") ?? "").isEmpty
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let isUnicode = locale.lowercased().replacing("-", with: "").contains("utf8")
    // The font of a Linux console lacks them.
    hasBlocks = hasControls && isUnicode && term != "linux"
  }

  func painted(_ text: String, _ paint: Paint) -> String {
    hasColors && !text.isEmpty ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Draws over a line of `previous` columns, in one write: without a flicker, and without
  /// wrapping, should the window have become narrower than it was thought.
  ///
  /// The cursor is left at the line's start: where a terminal whose window becomes narrower wraps
  /// the line into several rows, it is still there, with all of them from there on, and where it
  /// cuts the line off nothing else is there. So neither has to be known.
  /// - Parameter isDisturbed: whether it may stand in several rows.
  func drawing(
    _ line: PaintedLine, over previous: Int, isDisturbed: Bool = false
  ) -> String {
    if hasControls {
      let start = isDisturbed ? TerminalStyle.clearing : "\r"
      return "\(start)\u{1B}[?7l\(line.text)\u{1B}[K\u{1B}[?7h\r"
    }
    let rest = max(previous - line.columns, 0)
    return "\r" + line.text + String(repeating: " ", count: rest)
      + String(repeating: "\u{8}", count: rest)
  }

  /// Takes a line of `previous` columns away, in however many rows it stands.
  func erasing(_ previous: Int) -> String {
    if previous == 0 { return "" }
    return hasControls
      ? TerminalStyle.clearing : "\r" + String(repeating: " ", count: previous) + "\r"
  }
}
