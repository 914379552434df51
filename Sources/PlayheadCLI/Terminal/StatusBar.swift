import PlayheadKit

/// The bar of a terminal's line: the played part, the part that was read ahead, and a mark for each
/// chapter.
///
/// Marks never cover the played part. If they would fill more than a quarter of the bar, there are
/// none.
struct StatusBar {
  /// From one eighth of a cell to seven.
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
        // The eighth that is left open before the chapter is its mark.
        bar[cell - 1] = "▉"
      }
    }
    return StatusLineGroup(bar: [
      (frame.0, style.hasBlocks ? .faint : nil), (String(bar[..<begun]), .green),
      (String(bar[begun...]), .faint), (frame.1, style.hasBlocks ? .faint : nil),
    ])
  }

  /// The cells in which chapters begin, but the first.
  private func marks(_ content: StatusLineContent) -> Set<Int> {
    let starts = content.chapters.starts.lazy.filter { $0 > .zero }
    let marks = Set(starts.compactMap { content.parts(before: $0, outOf: cells) })
      .filter { (1..<cells).contains($0) }
    return marks.count * 4 > cells ? [] : marks
  }
}
