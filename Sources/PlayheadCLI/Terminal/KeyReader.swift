import CSystem
import Glibc
import PlayheadKit

/// Interprets the bytes that a terminal sends.
protocol KeyInterpreter {
  /// Whether an escape sequence is incomplete: if no further byte follows, it was a lone ESC.
  var isWithinSequence: Bool { get }

  mutating func timeOut()
  mutating func take(_ byte: UInt8)
}

/// Reads from a terminal on a thread of its own, for as long as the process lives.
final class KeyReader: Sendable {
  /// How long the rest of a sequence may take to come; else it was a lone ESC.
  private static let sequencePause: Int32 = 50
  /// How often one in the background looks whether it has come to the foreground: shells do not
  /// always tell.
  private static let backgroundPause: Int32 = 1_000

  private let routine: any Routine

  /// - Parameter interpreter: makes the interpreter, on that thread.
  init(
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
      // The terminal is gone, unless it is another's just now.
      if count == 0 || (count < 0 && errno != EINTR && terminal.isForeground) { return }
      for byte in bytes.prefix(max(count, 0)) { interpreter.take(byte) }
    }
  }
}
