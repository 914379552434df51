import CPlayheadSystem
import Dispatch
import Glibc
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadLocking
import PlayheadOutputs
import PlayheadTimekeeping

/// The status line of a terminal.
///
/// The line is drawn when its content changes, at most 30 times a second, while the command is in the foreground. All
/// writing is on one queue, so that a terminal that blocks output (Ctrl-S) does not delay playback.
package final class LiveDisplay: Sendable {
  package typealias Source = @Sendable () -> StatusLineContent?

  private struct State {
    var source: Source?
    /// The line that is being typed. If it is not empty, it is shown instead of the status line.
    var typed = ""
    var isSuspended = false
    /// The line on the terminal, or nil if the cursor is on an empty line.
    var drawn: PaintedLine? {
      // If a signal ends the process, further output begins on a new line.
      didSet {
        system_end_line_at_end(
          drawn == nil ? -1 : STDOUT_FILENO, drawn?.below.isEmpty == false ? 1 : 0)
      }
    }
    /// Whether the terminal may have wrapped the line into several rows.
    var isDisturbed = false
    var drawnAt: HostInstant?
    var timer: (any HostTimer)?
    var showNote: (text: String, until: HostInstant)?
  }

  /// The shortest time between two drawings, in nanoseconds.
  private static let pause: Int64 = 33_333_333
  /// How long a note is shown, in nanoseconds.
  private static let noteLength: Int64 = 2_000_000_000

  package let style: TerminalStyle
  private let output: RecordOutput
  private let columns: @Sendable () -> Int
  private let rows: @Sendable () -> Int
  private let clock: any HostClock
  private let isShown: @Sendable () -> Bool
  private let queue = DispatchQueue(label: "playhead.display")
  private let state = Locked(State())

  /// Creates a display that may draw on the terminal while `isShown` returns true.
  package init(
    _ output: RecordOutput, style: TerminalStyle, clock: any HostClock = SystemHostClock.shared,
    columns: @escaping @Sendable () -> Int = { windowColumns(of: STDOUT_FILENO) },
    rows: @escaping @Sendable () -> Int = { windowRows(of: STDOUT_FILENO) },
    isShown: @escaping @Sendable () -> Bool = { isInForeground(STDOUT_FILENO) }
  ) {
    self.output = output
    self.style = style
    self.clock = clock
    self.columns = columns
    self.rows = rows
    self.isShown = isShown
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.draw() }
    state.withLock { $0.timer = timer }
  }

  deinit {
    state.withLock { $0.timer.take() }?.cancel()
  }

  /// Cancels a write that waits for the terminal.
  package func abandon() { output.abandon() }

  /// The width of the window in columns.
  package var width: Int { columns() }

  /// The height of the window in rows.
  package var height: Int { rows() }

  /// Whether the line is on the terminal.
  package var isDrawn: Bool { state.withLock { $0.drawn != nil } }

  /// Shows the content of this source from now on.
  package func show(_ source: @escaping Source) {
    let previous = state.withLock { state in
      defer { state.source = source }
      return state.source
    }
    withExtendedLifetime(previous) {}
    update()
  }

  /// Shows the text that is being typed. An empty text shows the status line again.
  package func show(typed text: String) {
    state.withLock { $0.typed = text }
    update()
  }

  /// Draws the line again if its content has changed.
  package func update() {
    state.withLock { $0.timer }?.fire()
  }

  /// Shows a note in the line for two seconds.
  package func showNote(_ text: String) {
    let until = clock.now.advanced(byNanoseconds: LiveDisplay.noteLength)
    state.withLock { $0.showNote = (text.withoutControls, until) }
    update()
  }

  /// Draws the line again, because the size of the window may have changed.
  package func refresh() {
    state.withLock { $0.isDisturbed = true }
    update()
  }

  /// Stops drawing until `resume()`. The rows below the line are erased, because the shell writes there.
  package func suspend() {
    let hasRowsBelow = state.withLock { state in
      state.isSuspended = true
      return state.drawn?.below.isEmpty == false
    }
    if hasRowsBelow { queue.sync { eraseRowsBelow() } }
  }

  private func eraseRowsBelow() {
    guard var line = state.withLock({ $0.drawn }), !line.below.isEmpty, isShown() else { return }
    let count = line.below.count
    line.below = []
    write(style.drawing(line, over: line.columns, rowsBelow: count))
    state.withLock { $0.drawn = line }
  }

  /// Continues drawing, on a new line.
  package func resume() {
    state.withLock { state in
      state.isSuspended = false
      state.drawn = nil
    }
    update()
  }

  /// Draws the line for the last time, and moves the cursor to the next line.
  package func end(with content: StatusLineContent?) {
    // Releases the source after `queue.sync`, so that nothing it captures is released on the queue.
    let source = state.withLock { state in
      state.showNote = nil
      return state.source.take()
    }
    queue.sync {
      if let content { draw(content, at: clock.now) }
      let drawn = state.withLock { $0.drawn.take() }
      if drawn != nil, isShown() { write("\n") }
    }
    withExtendedLifetime(source) {}
  }

  /// Removes the line, runs `body`, which may write to the terminal, and draws the line again.
  package func beside(_ body: () -> Void) {
    queue.sync { writeBeside(body) }
    update()
  }

  private func writeBeside(_ body: () -> Void) {
    let drawn = state.withLock { $0.drawn.take() }
    if let drawn { write(style.erasing(max(drawn.columns, drawn.below.count))) }
    body()
  }

  /// Makes this the current display. From now on messages are printed above its line.
  package func becomeCurrent() {
    let besideLine: @Sendable (() -> Void) -> Void = { body in
      // Standard error may be a file.
      if isatty(STDERR_FILENO) == 1 { self.beside(body) } else { body() }
    }
    Messages.print(within: besideLine)
    MediaLog.write(within: besideLine)
  }

  /// Writes complete lines, unchanged, above the status line.
  package func write(lines: [UInt8]) {
    if !lines.isEmpty { beside { write(lines) } }
  }

  /// Writes bytes unchanged, or returns false if a line is drawn.
  package func writeUnlessDrawn(_ bytes: [UInt8]) -> Bool {
    queue.sync {
      if state.withLock({ $0.drawn }) != nil { return false }
      write(bytes)
      return true
    }
  }

  /// Writes lines, cut to the width of the window, above the status line, without waiting for the terminal.
  package func say(_ lines: [String]) {
    let text = lines.map { $0.fitting(max(columns() - 1, 0)) + "\n" }.joined()
    queue.async { [self] in writeBeside { write(text) } }
    update()
  }

  private func draw() {
    let now = clock.now
    let (source, typed, due, timer) = state.withLock { state in
      (
        state.isSuspended ? nil : state.source, state.isSuspended ? "" : state.typed,
        state.drawnAt?.advanced(byNanoseconds: LiveDisplay.pause), state.timer
      )
    }
    guard source != nil || !typed.isEmpty, isShown() else { return }
    if let due, now < due {
      timer?.arm(at: due)
      return
    }
    if !typed.isEmpty {
      draw(PaintedLine(typed: typed, columns: columns(), style), at: now)
      return
    }
    guard var content = source?() else { return }
    let note = state.withLock { state in
      if let note = state.showNote, note.until <= now { state.showNote = nil }
      return state.showNote
    }
    content.note = note?.text
    draw(content, at: now)
    if let note { timer?.arm(at: note.until) }
  }

  private func draw(_ content: StatusLineContent, at now: HostInstant) {
    draw(StatusLineLayout(columns: columns(), rows: rows(), style: style).line(content), at: now)
  }

  private func draw(_ line: PaintedLine, at now: HostInstant) {
    guard isShown() else { return }
    let text = state.withLock { state -> String? in
      if (state.drawn == line && !state.isDisturbed) || state.isSuspended { return nil }
      let (previous, rowsBelow) = (state.drawn?.columns ?? 0, state.drawn?.below.count ?? 0)
      defer { (state.drawn, state.drawnAt, state.isDisturbed) = (line, now, false) }
      return style.drawing(
        line, over: previous, rowsBelow: rowsBelow,
        isDisturbed: state.isDisturbed && (previous > 0 || rowsBelow > 0))
    }
    if let text { write(text) }
  }

  private func write(_ text: String) {
    write(Array(text.utf8))
  }

  private func write(_ bytes: [UInt8]) {
    _ = withoutJobControlStops { output.write(bytes) }
  }
}
