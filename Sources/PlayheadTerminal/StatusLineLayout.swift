import PlayheadFormatting
import PlayheadRecords
import PlayheadTimekeeping

/// The layout of the status line: state, position, bar, duration, percentage, remaining time or frame, time of day of
/// the end of a job, rate, loop, volume, file number and title, or the current line of text instead of the title.
///
/// If the window is too narrow, the least important parts are left out. The length of the bar depends
/// on the width of the window alone, so that no other part moves its end.
struct StatusLineLayout {
  private static let shortestBar = 5
  /// The columns that the other parts need at most. In wider windows the bar is longer than a third.
  private static let otherColumns = 120
  private static let longestWords = 48
  /// The columns of the frame of the bar and of the space before it.
  private static let barFrame = 3

  /// The width of the window. The line has one column less, so that it does not wrap.
  let columns: Int
  /// The height of the window, into which the lines of text fit as well.
  var rows = Int.max
  let style: TerminalStyle

  func line(_ content: StatusLineContent) -> PaintedLine {
    var line = statusLine(content)
    if style.hasControls, let lyrics = content.lyrics {
      let below = lyrics.rows(columns: columns, style)
      // In a low window the current line alone is drawn.
      line.below = below.count < rows ? below : Array(below[1...1].prefix(max(rows - 1, 0)))
    }
    return line
  }

  private func statusLine(_ content: StatusLineContent) -> PaintedLine {
    if let custom = content.custom { return line(custom, note: content.note) }
    var groups = groups(content)
    if let note = content.note { groups = StatusLineLayout.groups(groups, with: note, in: columns) }
    var line = PaintedLine()
    for (index, group) in groups.enumerated() {
      if index > 0 { line.append(" ", painted: nil, style) }
      for piece in group.pieces { line.append(piece.text, painted: piece.paint, style) }
    }
    return line
  }

  /// Lays out the text of the user's template.
  private func line(_ custom: String, note: String?) -> PaintedLine {
    var line = PaintedLine()
    let note = note?.fitting(max(columns - 1, 0)) ?? ""
    line.append(
      custom, fitting: columns - 1 - note.columns - (note.isEmpty ? 0 : 1), style)
    if !note.isEmpty {
      if line.columns > 0 { line.append(" ", painted: nil, style) }
      line.append(note, painted: .yellow, style)
    }
    return line
  }

  private func groups(_ content: StatusLineContent) -> [StatusLineGroup] {
    let duration = durationText(content)
    let elapsed = padded(elapsedText(content), to: min(duration.count - 1, 12))
    var room = columns - 1 - elapsed.columns
    guard room >= 0 else {
      let text = String(clockText(content.position, content).prefix(max(columns - 1, 0)))
      return [StatusLineGroup(text)]
    }
    func fit(_ text: String?) -> StatusLineGroup? {
      guard let text, text.columns + 1 <= room else { return nil }
      room -= text.columns + 1
      return StatusLineGroup(text)
    }
    var state = fit(padded(content.stateText, to: 7, atEnd: true))
    state?.paint(paint(of: content))
    var (bar, percent) = (StatusLineGroup?.none, StatusLineGroup?.none)
    if content.duration != nil, room >= barCells + StatusLineLayout.barFrame {
      bar = StatusBar(cells: barCells, style: style).group(content)
      room -= barCells + StatusLineLayout.barFrame
      // Beside a bar it says more than the duration.
      percent = fit(percentText(content))
    }
    let end = fit(duration)
    percent = percent ?? fit(percentText(content))
    let frame = content.precision == .milliseconds ? frameText(content) : nil
    let rest = fit(frame ?? remainingText(content))
    let timeOfDay = fit(content.job?.end.map { "(\($0))" })
    let place = fit(content.listing.flatMap { $0.count > 1 ? "\($0.number)/\($0.count)" : nil })
    let rate = fit(rateText(content.rate))
    let loop = fit(content.isLooping ? "loop" : nil)
    let volume = fit(
      content.isMuted ? "muted" : content.volume.map { "vol \(Int($0.percent.rounded()))%" })
    let words = words(content, in: room)
    return [
      state, StatusLineGroup(elapsed, .bold), bar, end, percent, rest, timeOfDay, rate, loop,
      volume, place, words,
    ].compactMap(\.self)
  }

  /// The length of the bar: at least a third of the line.
  private var barCells: Int {
    max((columns + 1) / 3, columns - StatusLineLayout.otherColumns, StatusLineLayout.shortestBar)
  }

  private func words(_ content: StatusLineContent, in room: Int) -> StatusLineGroup? {
    guard room >= 8 else { return nil }
    if let cue = content.cue?.withoutControls, !cue.isEmpty {
      return StatusLineGroup(cue.fitting(room - 1), .bold)
    }
    let width = min(room - 1, StatusLineLayout.longestWords)
    return content.words.map { StatusLineGroup($0.fitting(width), .bold) }
  }

  /// Returns the groups followed by a note. The last ones make room for it, but not the state and the position.
  private static func groups(
    _ groups: [StatusLineGroup], with note: String, in columns: Int
  ) -> [StatusLineGroup] {
    var groups = groups
    func room() -> Int { columns - 1 - groups.reduce(0) { $0 + $1.columns + 1 } }
    while groups.count > 2, room() < note.columns {
      let last = groups.removeLast()
      let rest = room() - note.columns - 1
      if last.isBar, rest >= shortestBar + 2 { groups.append(last.prefix(rest)) }
      if last.isBar { break }
    }
    let text = note.fitting(max(room(), 0))
    return text.isEmpty ? groups : groups + [StatusLineGroup(text, .yellow)]
  }

  private func paint(of content: StatusLineContent) -> TerminalStyle.Paint? {
    if content.ending == .error { return .red }
    if content.ending != nil { return nil }
    return switch content.state {
    case .playing: .green
    case .paused: .yellow
    case .stalled, .failed: .red
    case .idle, .loading, .waiting, .ended, .closed: nil
    }
  }

  private func durationText(_ content: StatusLineContent) -> String {
    guard let duration = content.duration else { return "-" }
    // The space replaces the mark of an estimate, so that the bar does not move.
    return (content.isDurationEstimated ? "~" : " ") + clockText(duration.time, content)
  }

  private func elapsedText(_ content: StatusLineContent) -> String {
    clockText(content.position, content, places: content.precision == .milliseconds ? 3 : nil)
  }

  private func percentText(_ content: StatusLineContent) -> String? {
    guard let thousandths = content.thousandths else {
      return content.job == nil ? nil : padded("?%", to: 6)
    }
    let percent = String { $0.append(decimal: Int64(thousandths), places: 1) }
    return padded(percent + "%", to: 6)
  }

  private func remainingText(_ content: StatusLineContent) -> String? {
    guard let seconds = content.remainingSeconds else { return nil }
    let text = "-" + clockText(.seconds(seconds), content, places: 0)
    return padded(text, to: content.isLong ? 8 : 6)
  }

  private func frameText(_ content: StatusLineContent) -> String? {
    content.frame.map { "frame \($0)" }
  }

  /// Returns the rate, as in `1.5x` or `0.91x`, or nil at the normal rate.
  private func rateText(_ rate: Rate) -> String? {
    if rate.isPaused || rate == .normal { return nil }
    var hundredths = Int((rate.doubleValue * 100).rounded())
    var text = ""
    if hundredths % 100 != 0 {
      text =
        hundredths % 10 == 0
        ? ".\(hundredths / 10 % 10)" : ".\(hundredths / 10 % 10)\(hundredths % 10)"
    }
    hundredths /= 100
    return "\(hundredths)\(text)x"
  }

  /// Formats a time as `m:ss.t`, in long files as `h:mm:ss`, or with so many decimal places.
  private func clockText(
    _ time: MediaTime, _ content: StatusLineContent, places: Int? = nil
  ) -> String {
    let pattern = ClockPattern(
      hasHours: content.isLong, isPadded: false, places: places ?? (content.isLong ? 0 : 1))
    return String { $0.append(clock: time, pattern) }
  }

  private func padded(_ text: String, to width: Int, atEnd: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(width - text.count, 0))
    return atEnd ? text + spaces : spaces + text
  }
}

/// The bar of the status line: the played part, the read-ahead and a mark for each chapter.
///
/// Marks do not cover the played part. There are none if they would fill more than a quarter of the bar.
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

/// A group of the status line: pieces that are shown together, each in one color.
struct StatusLineGroup {
  typealias Piece = (text: String, paint: TerminalStyle.Paint?)

  private(set) var pieces: [Piece]
  private(set) var isBar = false

  init(_ text: String, _ paint: TerminalStyle.Paint? = nil) {
    pieces = [(text, paint)]
  }

  init(bar pieces: [Piece]) {
    self.pieces = pieces
    isBar = true
  }

  var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

  mutating func paint(_ paint: TerminalStyle.Paint?) {
    for index in pieces.indices { pieces[index].paint = paint }
  }

  /// Returns the first columns of a bar. Each of its characters has one column.
  func prefix(_ columns: Int) -> StatusLineGroup {
    var room = columns
    return StatusLineGroup(
      bar: pieces.map { piece in
        let text = String(piece.text.prefix(room))
        room -= text.count
        return (text, piece.paint)
      })
  }
}
