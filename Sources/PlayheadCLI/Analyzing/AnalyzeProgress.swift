import Dispatch
import Glibc

/// The line on standard error that tells how far reading is, from one second on: redrawn on a
/// terminal, elsewhere another one every ten seconds.
struct AnalyzeProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let isQuiet: Bool
  /// When the next line is due.
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

  /// Takes the line away, for what is to stand there.
  mutating func clear() {
    if isShown { put("\r\u{1B}[K") }
    isShown = false
  }

  private func put(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
