/// The bar of the status line: the played part, the read-ahead and a mark for each chapter.
///
/// Marks do not cover the played part. There are none if they would fill more than a quarter of the
/// bar.
struct StatusBar {
  /// Blocks that fill from one eighth of a cell to seven eighths.
  private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  let cells: Int
  let style: TerminalStyle

  func group(_ content: StatusLineContent) -> StatusLineGroup {
    let frame = style.hasBlocks ? ("▕", "▏") : ("[", "]")
    let steps = style.hasBlocks ? 8 : 1
    let played =
      content.state == .ended
      ? cells * steps : content.parts(before: content.position, outOf: cells * steps) ?? 0
    let (full, rest) = played.quotientAndRemainder(dividingBy: steps)
    let read = content.readUntil.flatMap { content.parts(before: $0, outOf: cells) } ?? 0
    var bar = (0..<cells).map { cell -> Character in
      if cell < full { return style.hasBlocks ? "█" : "#" }
      if cell == full, rest > 0 { return StatusBar.eighths[rest - 1] }
      return cell < read ? (style.hasBlocks ? "░" : "=") : (style.hasBlocks ? " " : "-")
    }
    let begun = rest > 0 ? full + 1 : full
    for cell in marks(content) {
      if cell >= begun {
        bar[cell] = style.hasBlocks ? "▏" : "|"
      } else if style.hasBlocks {
        // In the played part, the mark is the gap that remains after seven eighths of the previous
        // cell.
        bar[cell - 1] = "▉"
      }
    }
    return StatusLineGroup(bar: [
      (frame.0, style.hasBlocks ? .faint : nil), (String(bar[..<begun]), .green),
      (String(bar[begun...]), .faint), (frame.1, style.hasBlocks ? .faint : nil),
    ])
  }

  /// Returns the cells in which chapters begin, except the first.
  private func marks(_ content: StatusLineContent) -> Set<Int> {
    let starts = content.chapters.starts.lazy.filter { $0 > .zero }
    let marks = Set(starts.compactMap { content.parts(before: $0, outOf: cells) })
      .filter { (1..<cells).contains($0) }
    return marks.count * 4 > cells ? [] : marks
  }
}
