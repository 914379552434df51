import CPlayheadSystem
import Glibc
import PlayheadTimekeeping

/// An interpreter of the bytes that a terminal sends.
package protocol KeyInterpreter {
  /// Whether an escape sequence is incomplete. If no further byte follows, it was the Escape key.
  var isWithinSequence: Bool { get }

  mutating func timeOut()
  mutating func receive(_ byte: UInt8)
}

/// A thread that reads keys until the terminal is closed or the process ends.
package final class KeyReader: Sendable {
  /// How long to wait for the rest of a sequence, in milliseconds.
  private static let sequencePause: Int32 = 50
  /// How often a background process looks if it is in the foreground, in ms: shells do not always send SIGCONT.
  private static let backgroundPause: Int32 = 1_000

  private let routine: any HostRoutine

  /// Starts reading, on a thread that creates the interpreter of the keys.
  package init(
    _ terminal: KeyTerminal, _ interpreter: @escaping @Sendable () -> any KeyInterpreter
  ) {
    routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-keys")) {
      withoutJobControlStops { KeyReader.read(terminal, interpreter()) }
      return .wait(until: nil)
    }
    routine.wake()
  }

  private static func read(_ terminal: KeyTerminal, _ interpreter: any KeyInterpreter) {
    var interpreter = interpreter
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let isForeground = terminal.isForeground
      if isForeground { terminal.enter() }
      var polled = [
        pollfd(fd: terminal.bell, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let pause = interpreter.isWithinSequence ? sequencePause : -1
      let ready = poll(&polled, isForeground ? 2 : 1, isForeground ? pause : backgroundPause)
      if polled[0].revents != 0 {
        var count = eventfd_t()
        eventfd_read(terminal.bell, &count)
      }
      if ready == 0 { interpreter.timeOut() }
      guard ready > 0, polled[1].revents != 0 else { continue }
      let count = Glibc.read(terminal.descriptor, &bytes, bytes.count)
      // The terminal was closed, unless another process group is now in the foreground.
      if count == 0 || (count < 0 && errno != EINTR && terminal.isForeground) { return }
      for byte in bytes.prefix(max(count, 0)) { interpreter.receive(byte) }
    }
  }
}

/// A key interpreter that calls a handler for each key.
package struct SingleKeys: KeyInterpreter {
  private var decoder = KeyDecoder()
  private let handler: (Key) -> Void

  package init(_ handler: @escaping (Key) -> Void) {
    self.handler = handler
  }

  package var isWithinSequence: Bool { decoder.isWithinSequence }

  package mutating func timeOut() { decoder.timeOut() }

  package mutating func receive(_ byte: UInt8) {
    if let key = decoder.decode(byte) { handler(key) }
  }
}
