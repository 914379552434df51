/// Lines that are typed while a terminal's line is drawn: in the place of that line, which comes back
/// when they are ended.
struct TypedCommands: KeyInterpreter {
  private var line = TypedLine()
  private var isOver = false
  private let display: LiveDisplay
  private let handler: (String) -> Void

  /// - Parameter handler: given each line that is ended.
  init(on display: LiveDisplay, _ handler: @escaping (String) -> Void) {
    self.display = display
    self.handler = handler
  }

  var isWithinSequence: Bool { line.isWithinSequence }

  mutating func timeOut() { line.timeOut() }

  mutating func take(_ byte: UInt8) {
    if isOver { return }
    switch line.take(byte) {
    case .nothing: break
    case .changed: display.show(typed: line.text)
    case .line(let text):
      display.show(typed: "")
      handler(text)
    case .end: isOver = true
    }
  }
}
