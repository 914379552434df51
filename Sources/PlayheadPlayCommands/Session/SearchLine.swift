import Glibc
import PlayheadCore
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadTerminal
import PlayheadTimekeeping

/// Shows how far joined recordings have been read to find a position, if that takes more than a second and standard
/// error is a terminal: in the status line, or in a separate line before that is drawn.
final class SearchLine: Sendable {
  private struct State {
    /// When the line is due; nil before the search.
    var due: HostInstant?
    var isShown = false
  }

  private let name: String
  private let display: LiveDisplay?
  private let clock: any HostClock
  private let isVisible: Bool
  private let put: @Sendable (String) -> Void
  private let state = Locked(State())

  /// Creates a line that is not shown yet, on standard error or in a display.
  init(
    of name: String, beside display: LiveDisplay?, clock: any HostClock = SystemHostClock.shared,
    isVisible: Bool = Messages.isPrinting && isatty(STDERR_FILENO) == 1,
    put: @escaping @Sendable (String) -> Void = SearchLine.write
  ) {
    (self.name, self.display, self.clock) = (name, display, clock)
    (self.isVisible, self.put) = (isVisible, put)
  }

  /// Draws the line if it is due, or erases it if the search is over.
  func show(_ search: JoinSearch) {
    if !isVisible { return }
    if search.isOver { return end() }
    let now = clock.now
    let isDue = state.withLock { state in
      let due = state.due ?? now.advanced(by: .seconds(1))
      state.due = now < due ? due : now.advanced(by: .milliseconds(250))
      return now >= due
    }
    guard isDue else { return }
    if let display, display.isDrawn { return display.showNote(search.text) }
    let text = "\(name): \(search.text)".printable
    state.withLock { $0.isShown = true }
    put("\r\(text.fitting(windowColumns(of: STDERR_FILENO) - 1))\u{1B}[K")
  }

  /// Erases the line.
  func end() {
    let wasShown = state.withLock { state in
      defer { state = State() }
      return state.isShown
    }
    if wasShown, display?.isDrawn != true { put("\r\u{1B}[K") }
  }

  private static func write(_ text: String) {
    _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
  }
}

extension JoinSearch {
  /// The target of the search, and its progress.
  fileprivate var text: String {
    let task = target.map { "searches for \($0.decimalText(places: 3)) s" } ?? "measures the length"
    let share = percent.map { ", \($0) % of the bytes" } ?? ""
    return "\(task): read until \(position.decimalText(places: 1)) s\(share)"
  }
}
