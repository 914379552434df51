import PlayheadFormatting
import PlayheadMedia
import PlayheadTimekeeping

/// The lines of text around a position, which are drawn below the status line.
package struct LyricLines: Equatable {
  package private(set) var previous = ""
  package private(set) var current = ""
  /// The number of characters of the current line that have begun: all, unless its words have times.
  private(set) var begunCount = 0
  package private(set) var next = ""

  /// Creates the lines: the cue that began last, if it is current, and those before and after it.
  package init(_ cues: CueFeed, at position: MediaTime) {
    next = cues.next(after: position)?.line.withoutControls ?? ""
    let shown = cues.cues(at: position, newest: 1).last
    let last = cues.last(before: shown?.start ?? position, orAt: shown == nil)
    previous = last?.line.withoutControls ?? ""
    guard let shown else { return }
    current = shown.line.withoutControls
    let begun = shown.words.prefix { $0.start <= position }.map(\.text).joined()
    begunCount = shown.words.isEmpty ? current.count : begun.withoutControls.count
  }

  /// The rows, of which each fits into the window.
  package func rows(columns: Int, _ style: TerminalStyle) -> [PaintedLine] {
    let room = max(columns - 1, 0)
    func row(_ text: String, _ paint: TerminalStyle.Paint?, _ count: Int) -> PaintedLine {
      var line = PaintedLine()
      let text = text.fitting(room)
      line.append(String(text.prefix(count)), painted: paint, style)
      line.append(String(text.dropFirst(count)), painted: nil, style)
      return line
    }
    return [
      row(previous, .faint, previous.count), row(current, .bold, begunCount), row(next, nil, 0),
    ]
  }
}
