import Glibc
import PlayheadKit

/// One line of a terminal, drawn again in place: elapsed, duration, percent and a bar.
struct StatusLineFormat: RecordFormat {
  func bytes(of record: Record, file: String) -> [UInt8]? {
    switch record {
    case .progress(let progress, _): Array(("\r" + line(progress) + "\u{1B}[K").utf8)
    case .end: [UInt8(ascii: "\n")]
    case .open, .error: nil
    }
  }

  private func line(_ progress: PlayheadProgress) -> String {
    let elapsed = clockText(progress.position)
    let estimate = progress.duration?.isExact == false ? "~" : ""
    let duration = progress.duration.map { estimate + clockText($0.time) } ?? "-"
    guard let shares = progress.wholeShares(outOf: 1_000) else { return "\(elapsed) / \(duration)" }
    let text = "\(elapsed) / \(duration)  \(shareText(shares, places: 1)) % "
    let room = min(columns - text.count - 3, 60)
    guard room >= 5 else { return String(text.prefix(max(columns - 1, 0))) }
    let full = Int(shares) * room / 1_000
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: room - full)
    return "\(text)[\(bar)]"
  }

  /// `M:SS.s`, and `H:MM:SS.s` from an hour on.
  private func clockText(_ time: MediaTime) -> String {
    let tenths = time.nanoseconds(rounding: .down) / 100_000_000
    let (minutes, rest) = (tenths / 600, tenths % 600)
    let seconds = "\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
    if minutes < 60 { return "\(minutes):\(seconds)" }
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(seconds)"
  }

  private var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
