import Glibc
import PlayheadFormatting
import PlayheadOutputs
import PlayheadTimekeeping

/// The progress on standard error, if that is a terminal: one line, which is redrawn four times a
/// second, after the first second.
struct AnalyzeProgress {
  /// Whether progress is shown at all.
  let isVisible: Bool
  private let clock: any HostClock
  private let start: HostInstant
  private var nextLine: HostInstant
  private var isShown = false

  init(isQuiet: Bool, clock: any HostClock = SystemHostClock.shared) {
    isVisible = !isQuiet && isatty(STDERR_FILENO) == 1
    self.clock = clock
    start = clock.now
    nextLine = start.advanced(by: .seconds(1))
  }

  /// The time until the line is due, for `poll`; -1 if it is never shown.
  var millisecondsLeft: Int32 {
    if !isVisible { return -1 }
    let nanoseconds = nextLine.nanoseconds - clock.now.nanoseconds
    return Int32(clamping: max((nanoseconds + 999_999) / 1_000_000, 0))
  }

  mutating func show(_ status: AnalyzeStatus) {
    let seconds = Double(clock.now.nanoseconds - start.nanoseconds) / 1e9
    show(status.text(elapsed: seconds))
  }

  mutating func show(_ text: String) {
    nextLine = clock.now.advanced(by: .milliseconds(250))
    isShown = true
    let columns = windowColumns(of: STDERR_FILENO) - 1
    put("\r\(text.printable.fitting(columns))\u{1B}[K")
  }

  /// Erases the line to make room for other output.
  mutating func clear() {
    if isShown { put("\r\u{1B}[K") }
    isShown = false
  }

  private func put(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
