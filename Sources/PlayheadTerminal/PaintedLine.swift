import PlayheadFormatting

/// A line of text with colors, and its width in columns.
package struct PaintedLine: Equatable {
  package private(set) var text = ""
  package private(set) var columns = 0
  /// The rows below the line, of which none wraps.
  package var below: [PaintedLine] = []

  package init() {}

  /// Creates a prompt with the text that is being typed. If that is too wide, its end is shown.
  package init(typed text: String, columns: Int, _ style: TerminalStyle) {
    let (prompt, cursor) = ("> ", "_")
    var rest = Substring(text)
    while !rest.isEmpty, prompt.count + rest.columns + cursor.count >= columns {
      rest.removeFirst()
    }
    append(prompt, painted: .faint, style)
    append(rest + cursor, painted: nil, style)
  }

  package mutating func append(
    _ piece: String, painted paint: TerminalStyle.Paint?, _ style: TerminalStyle
  ) {
    columns += piece.columns
    text += paint.map { style.painted(piece, $0) } ?? piece
  }

  /// Appends text up to a total width, and of its control sequences those of colors: others may move the cursor.
  package mutating func append(_ text: String, fitting room: Int, _ style: TerminalStyle) {
    var (isFull, isStyled) = (false, false)
    var rest = text[...]
    while let character = rest.first {
      if character == "\u{1B}" {
        let sequence = PaintedLine.sequence(rest.unicodeScalars)
        if style.hasControls, sequence.starts(with: "\u{1B}[".unicodeScalars), sequence.last == "m"
        {
          self.text.unicodeScalars += sequence
          isStyled = true
        }
        rest = Substring(rest.unicodeScalars.dropFirst(sequence.count))
        continue
      }
      rest = rest.dropFirst()
      let shown = String(character).withoutControls
      isFull = isFull || columns + shown.columns > room
      if !isFull { append(shown, painted: nil, style) }
    }
    if isStyled { self.text += "\u{1B}[0m" }
  }

  /// Returns the escape sequence at the start of the text, as in ECMA-48, sections 5.4 and 5.6.
  private static func sequence(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    switch text.dropFirst().first {
    case "[":
      let end = text.dropFirst(2).firstIndex { !(0x20..<0x40).contains($0.value) }
      return end.map { text[...$0] } ?? text
    case "]", "P", "X", "^", "_":
      // A control string ends with BEL, or with ESC and a backslash.
      guard let end = text.dropFirst(2).firstIndex(where: { [0x07, 0x1B].contains($0.value) })
      else { return text }
      let next = text.index(after: end)
      let isTwo = text[end] == "\u{1B}" && next < text.endIndex
      return isTwo ? text[...next] : text[...end]
    default: return text.prefix(2)
    }
  }
}
