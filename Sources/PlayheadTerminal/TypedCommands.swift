/// Commands that are typed at a terminal. The typed line replaces the status line until Enter ends it.
package struct TypedCommands: KeyInterpreter {
  private var line = TypedLine()
  private var isOver = false
  private let display: LiveDisplay
  private let handler: (String) -> Void

  /// Creates the interpreter of commands, which the display shows, and the handler receives when complete.
  package init(on display: LiveDisplay, _ handler: @escaping (String) -> Void) {
    self.display = display
    self.handler = handler
  }

  package var isWithinSequence: Bool { line.isWithinSequence }

  package mutating func timeOut() { line.timeOut() }

  package mutating func receive(_ byte: UInt8) {
    if isOver { return }
    switch line.receive(byte) {
    case .nothing: break
    case .changed: display.show(typed: line.text)
    case .line(let text):
      display.show(typed: "")
      handler(text)
    case .end: isOver = true
    }
  }
}
