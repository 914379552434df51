import CSystem
import Dispatch
import Glibc
import Locking
import PlayheadKit

/// The line of a terminal that follows playback: drawn when something has changed on it, at most 30
/// times a second, while in the foreground.
///
/// All writing is done on one queue; a terminal that takes nothing (^S) holds up no playback.
final class LiveDisplay: Sendable {
  typealias Source = @Sendable () -> StatusLineContent?

  private struct State {
    var source: Source?
    /// What is being typed; it is shown instead of the line unless it is empty.
    var typed = ""
    var isSuspended = false
    /// What stands on the terminal; nil where the cursor is on an empty line.
    var drawn: PaintedLine? {
      // A signal that ends the process has what comes after begin a line of its own.
      didSet { system_end_line_at_end(drawn == nil ? -1 : STDOUT_FILENO) }
    }
    /// Whether the window may have made several rows of it.
    var isDisturbed = false
    var drawnAt: HostInstant?
    var timer: (any HostTimer)?
    var note: (text: String, until: HostInstant)?
  }

  /// 30 a second.
  private static let pause: Int64 = 33_333_333
  /// How long a note stands, in nanoseconds.
  private static let noteLength: Int64 = 2_000_000_000

  private static let current = Locked<LiveDisplay?>(nil)

  let style: TerminalStyle
  private let output: RecordOutput
  private let columns: @Sendable () -> Int
  private let clock: any HostClock
  private let isShown: @Sendable () -> Bool
  private let queue = DispatchQueue(label: "playhead.display")
  private let state = Locked(State())

  /// - Parameters:
  ///   - columns: the window's width, asked each time.
  ///   - isShown: whether the terminal may be drawn on, asked each time.
  init(
    _ output: RecordOutput, style: TerminalStyle, clock: any HostClock = SystemHostClock.shared,
    columns: @escaping @Sendable () -> Int = LiveDisplay.windowColumns,
    isShown: @escaping @Sendable () -> Bool = { isInForeground(STDOUT_FILENO) }
  ) {
    self.output = output
    self.style = style
    self.clock = clock
    self.columns = columns
    self.isShown = isShown
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.draw() }
    state.withLock { $0.timer = timer }
  }

  deinit {
    state.withLock { $0.timer.take() }?.cancel()
  }

  /// Lets a write end that waits for the terminal.
  func giveUp() { output.giveUp() }

  /// How wide lines may be.
  var width: Int { columns() }

  /// From now on shows what this source tells.
  func show(_ source: @escaping Source) {
    let previous = state.withLock { state in
      defer { state.source = source }
      return state.source
    }
    withExtendedLifetime(previous) {}
    update()
  }

  /// Shows what is being typed instead of the line; no text brings the line back.
  func show(typed text: String) {
    state.withLock { $0.typed = text }
    update()
  }

  /// Something may have changed.
  func update() {
    state.withLock { $0.timer }?.fire()
  }

  /// Shows a note on the line, for two seconds.
  func note(_ text: String) {
    let until = clock.now.advanced(byNanoseconds: LiveDisplay.noteLength)
    state.withLock { $0.note = (text.withoutControls, until) }
    update()
  }

  /// The window may have another size.
  func refresh() {
    state.withLock { $0.isDisturbed = true }
    update()
  }

  /// Draws nothing while suspended.
  func suspend() {
    state.withLock { $0.isSuspended = true }
  }

  /// Goes on, on a line of its own.
  func resume() {
    state.withLock { state in
      state.isSuspended = false
      state.drawn = nil
    }
    update()
  }

  /// Draws for the last time, and leaves the line there and the cursor at the start of the next.
  func end(with content: StatusLineContent?) {
    // What it shows holds on to playback, and must not be let go on the queue that it waits for.
    let source = state.withLock { state in
      state.note = nil
      return state.source.take()
    }
    queue.sync {
      if let content { draw(content, at: clock.now) }
      let drawn = state.withLock { $0.drawn.take() }
      if drawn != nil, isShown() { write("\n") }
    }
    withExtendedLifetime(source) {}
  }

  /// Has `body` write to the same terminal, above the line.
  func beside(_ body: () -> Void) {
    queue.sync {
      let drawn = state.withLock { $0.drawn.take() }
      if let drawn { write(style.erasing(drawn.columns)) }
      body()
    }
    update()
  }

  /// Makes it the one beside whose line messages are written, from now on.
  func becomeCurrent() {
    LiveDisplay.current.withLock { $0 = self }
    MediaLog.write(within: LiveDisplay.besideCurrent)
  }

  /// Has `body` write a message, above the line if that is on the same terminal.
  static func besideCurrent(_ body: () -> Void) {
    guard isatty(STDERR_FILENO) == 1, let display = current.withLock({ $0 }) else { return body() }
    display.beside(body)
  }

  /// Writes whole lines, as they are, above the line.
  func write(lines: [UInt8]) {
    if !lines.isEmpty { beside { write(lines) } }
  }

  /// Writes lines above the line.
  func say(_ lines: [String]) {
    let text = lines.map { $0.fitting(max(columns() - 1, 0)) + "\n" }.joined()
    beside { write(text) }
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
      if let note = state.note, note.until <= now { state.note = nil }
      return state.note
    }
    content.note = note?.text
    draw(content, at: now)
    if let next = [note?.until, content.changesAt].compactMap(\.self).min() {
      timer?.arm(at: next)
    }
  }

  private func draw(_ content: StatusLineContent, at now: HostInstant) {
    draw(StatusLineLayout(columns: columns(), style: style).line(content), at: now)
  }

  private func draw(_ line: PaintedLine, at now: HostInstant) {
    guard isShown() else { return }
    let text = state.withLock { state -> String? in
      if (state.drawn == line && !state.isDisturbed) || state.isSuspended { return nil }
      let previous = state.drawn?.columns ?? 0
      defer { (state.drawn, state.drawnAt, state.isDisturbed) = (line, now, false) }
      return style.drawing(line, over: previous, isDisturbed: state.isDisturbed && previous > 0)
    }
    if let text { write(text) }
  }

  private func write(_ text: String) {
    write(Array(text.utf8))
  }

  private func write(_ bytes: [UInt8]) {
    _ = withoutJobControlStops { output.write(bytes) }
  }

  @Sendable static func windowColumns() -> Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
