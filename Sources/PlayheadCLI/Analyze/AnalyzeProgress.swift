import Dispatch
import Glibc

/// The progress on standard error, which begins after one second. A terminal shows one line that is
/// redrawn; otherwise a line is printed every ten seconds.
struct AnalyzeProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let isQuiet: Bool
  /// When to show progress next.
  private(set) var nextLine: DispatchTime
  private var isShown = false

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    nextLine = isQuiet ? .distantFuture : .now() + .seconds(1)
  }

  mutating func show(_ text: String) {
    nextLine = .now() + .milliseconds(isTerminal ? 250 : 10_000)
    guard isTerminal else { return Messages.say(text) }
    isShown = true
    put("\r\(text.printable)\u{1B}[K")
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
