import Glibc
import PlayheadKit

/// One line of a terminal, drawn again in place: elapsed, duration, percent, a bar (`#` what was
/// played, `=` what has been read ahead), why the playhead stands, and the title.
struct StatusLineFormat: RecordFormat {
  private static let longestTitle = 24

  /// How wide a line may be; nil asks the terminal, each time: it may be made wider.
  var columns: Int?

  func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    switch record {
    case .status(let status):
      if let line = line(status) { bytes += "\r\(line)\u{1B}[K".utf8 }
    case .end: bytes.append(UInt8(ascii: "\n"))
    case .open, .progress, .error: break
    }
  }

  func line(_ status: PlaybackStatus) -> String? {
    guard let progress = status.progress else { return nil }
    let elapsed = clockText(progress.position)
    let estimate = progress.duration?.isExact == false ? "~" : ""
    let duration = progress.duration.map { estimate + clockText($0.time) } ?? "-"
    let columns = columns ?? Self.terminalColumns
    guard let shares = progress.wholeShares(outOf: 1_000) else { return "\(elapsed) / \(duration)" }
    let text = "\(elapsed) / \(duration)  \(shareText(shares, places: 1)) % "
    let words = [standing(status.state), title(status.tags)].compactMap(\.self)
    let end = words.map { " " + $0 }.joined()
    // A title of characters that are wide takes twice the room.
    let room = min(columns - text.count - 3 - end.unicodeScalars.reduce(0) { $0 + width($1) }, 60)
    guard room >= 5 else { return String(text.prefix(max(columns - 1, 0))) }
    return "\(text)[\(bar(status, shares, room))]\(end)"
  }

  private func bar(_ status: PlaybackStatus, _ shares: Int64, _ room: Int) -> String {
    let played = Int(shares) * room / 1_000
    let share = status.bufferedRange.flatMap { range in
      status.progress?.duration.map { range.upperBound.seconds / $0.time.seconds }
    }
    let read = share.flatMap { Int(exactly: (min(max($0, 0), 1) * Double(room)).rounded(.down)) }
    let ahead = max((read ?? 0) - played, 0)
    return String(repeating: "#", count: played) + String(repeating: "=", count: ahead)
      + String(repeating: "-", count: room - played - ahead)
  }

  /// Why the playhead stands.
  private func standing(_ state: PlaybackState?) -> String? {
    state == .stalled || state == .paused ? state?.rawValue : nil
  }

  /// The title, without what a terminal would obey.
  private func title(_ tags: [Tag]?) -> String? {
    guard let tag = tags?.first(where: { $0.key.lowercased() == "title" }) else { return nil }
    let scalars = tag.value.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    let text = String(String(String.UnicodeScalarView(scalars)).prefix(Self.longestTitle))
    return text.isEmpty ? nil : text
  }

  /// At most how many columns a scalar takes.
  private func width(_ scalar: Unicode.Scalar) -> Int { scalar.isASCII ? 1 : 2 }

  /// `M:SS.s`, and `H:MM:SS.s` from an hour on.
  private func clockText(_ time: MediaTime) -> String {
    let tenths = time.nanoseconds(rounding: .down) / 100_000_000
    let (minutes, rest) = (tenths / 600, tenths % 600)
    let seconds = "\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
    if minutes < 60 { return "\(minutes):\(seconds)" }
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(seconds)"
  }

  private static var terminalColumns: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
