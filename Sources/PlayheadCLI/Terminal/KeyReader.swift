import CSystem
import Glibc
import PlayheadKit

/// Reads keys on a thread of its own, for as long as the process lives.
final class KeyReader: Sendable {
  /// How long the rest of a sequence may take to come; else it was a lone ESC.
  private static let sequencePause: Int32 = 50
  /// How often one in the background looks whether it has come to the foreground: shells do not
  /// always tell.
  private static let backgroundPause: Int32 = 1_000

  private let routine: any Routine

  init(_ terminal: KeyTerminal, _ handler: @escaping @Sendable (Key) -> Void) {
    routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-keys")) {
      withoutJobControlStops { KeyReader.read(terminal, handler) }
      return .wait(until: nil)
    }
    routine.wake()
  }

  private static func read(_ terminal: KeyTerminal, _ handler: (Key) -> Void) {
    var decoder = KeyDecoder()
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      let isForeground = terminal.isForeground
      if isForeground { terminal.enter() }
      var polled = [
        pollfd(fd: terminal.bell, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let pause = decoder.isWithinSequence ? sequencePause : -1
      let ready = poll(&polled, isForeground ? 2 : 1, isForeground ? pause : backgroundPause)
      if polled[0].revents != 0 {
        var count = eventfd_t()
        eventfd_read(terminal.bell, &count)
      }
      if ready == 0 { decoder.timeOut() }
      guard ready > 0, polled[1].revents != 0 else { continue }
      let count = Glibc.read(terminal.descriptor, &bytes, bytes.count)
      // The terminal is gone, unless it is another's just now.
      if count == 0 || (count < 0 && errno != EINTR && terminal.isForeground) { return }
      for byte in bytes.prefix(max(count, 0)) {
        if let key = decoder.take(byte) { handler(key) }
      }
    }
  }
}
