import PlayheadKit

/// Lays out a terminal's line: state, elapsed, bar, duration, percent, time remaining, rate, title.
/// What there is no room for is left out, the least needed first.
struct StatusLineLayout {
  private static let shortestBar = 10
  private static let longestTitle = 48

  /// How wide the window is; the line stays one column short of it, as the cursor stands there.
  let columns: Int
  let style: TerminalStyle

  private typealias Piece = (text: String, paint: TerminalStyle.Paint?)

  func line(_ content: StatusLineContent) -> PaintedLine {
    let duration = durationText(content)
    let elapsed = padded(clockText(content.position), to: min(duration.count - 1, 12))
    var room = columns - 1 - elapsed.columns
    var line = PaintedLine()
    guard room >= 0 else {
      line.append(
        String(clockText(content.position).prefix(max(columns - 1, 0))), painted: nil, style)
      return line
    }
    func fits(_ text: String?) -> String? {
      guard let text, text.columns + 1 <= room else { return nil }
      room -= text.columns + 1
      return text
    }
    // From what is needed most to what is needed least.
    let state = fits(padded(content.state.rawValue, to: 7, atEnd: true))
    let end = fits(duration)
    let hasBar = content.duration != nil && room > StatusLineLayout.shortestBar + 2
    if hasBar { room -= StatusLineLayout.shortestBar + 3 }
    let percent = fits(percentText(content))
    let remaining = fits(
      content.remainingSeconds.map {
        padded("-" + clockText(.seconds($0), hasTenths: false), to: 6)
      })
    let rate = fits(rateText(content.rate))
    let loop = fits(content.isLooping ? "loop" : nil)
    let words = content.words.flatMap { words in
      fits(
        room < 8
          ? nil : words.fitting(min(room - 1, max(room / 2, 20), StatusLineLayout.longestTitle)))
    }
    var pieces: [[Piece]] = []
    if let state { pieces.append([(state, paint(of: content.state))]) }
    pieces.append([(elapsed, .bold)])
    if hasBar { pieces.append(bar(content, cells: StatusLineLayout.shortestBar + room)) }
    for text in [end, percent, remaining, rate, loop] {
      if let text { pieces.append([(text, nil)]) }
    }
    if let words { pieces.append([(words, .bold)]) }
    for (index, group) in pieces.enumerated() {
      if index > 0 { line.append(" ", painted: nil, style) }
      for piece in group { line.append(piece.text, painted: piece.paint, style) }
    }
    return line
  }

  /// `#` what was played, `=` what has been read ahead, `-` the rest, `|` where a chapter begins.
  private func bar(_ content: StatusLineContent, cells: Int) -> [Piece] {
    let played =
      content.state == .ended ? cells : content.parts(before: content.position, outOf: cells) ?? 0
    let read = content.readUntil.flatMap { content.parts(before: $0, outOf: cells) } ?? 0
    var bar = (0..<cells).map { $0 < played ? "#" : $0 < read ? "=" : "-" as Character }
    for start in content.chapters.starts where start > .zero {
      if let cell = content.parts(before: start, outOf: cells), cell < cells { bar[cell] = "|" }
    }
    return [
      ("[", nil), (String(bar[..<played]), .green), (String(bar[played...]), .faint), ("]", nil),
    ]
  }

  private func paint(of state: PlaybackState) -> TerminalStyle.Paint? {
    switch state {
    case .playing: .green
    case .paused: .yellow
    case .stalled, .failed: .red
    case .idle, .loading, .waiting, .ended, .closed: nil
    }
  }

  private func durationText(_ content: StatusLineContent) -> String {
    guard let duration = content.duration else { return "-" }
    // As wide when it is no estimate any more: the bar stays where it is.
    return (duration.isExact ? " " : "~") + clockText(duration.time)
  }

  private func percentText(_ content: StatusLineContent) -> String? {
    guard let thousandths = content.thousandths else { return nil }
    return padded(shareText(Int64(thousandths), places: 1) + "%", to: 6)
  }

  /// `1x`, `1.5x`, `0.91x`.
  private func rateText(_ rate: Rate) -> String? {
    if rate.isPaused { return nil }
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

  /// `M:SS.s`, and `H:MM:SS.s` from an hour on.
  private func clockText(_ time: MediaTime, hasTenths: Bool = true) -> String {
    let tenths = time.nanoseconds(rounding: .down) / 100_000_000
    let (minutes, rest) = (tenths / 600, tenths % 600)
    let seconds = "\(rest < 100 ? "0" : "")\(rest / 10)" + (hasTenths ? ".\(rest % 10)" : "")
    if minutes < 60 { return "\(minutes):\(seconds)" }
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(seconds)"
  }

  private func padded(_ text: String, to width: Int, atEnd: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(width - text.count, 0))
    return atEnd ? text + spaces : spaces + text
  }
}
