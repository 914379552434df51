import Glibc
import PlayheadKit

/// A thread that reads commands, one per line, from standard input or a FIFO.
///
/// Standard input is read until its end. A FIFO is read as long as the process lives, even if all
/// writers close it.
final class ControlInput: Sendable {
  private let descriptor: Int32
  private let name: String
  private let routine: any Routine

  /// Opens the input.
  ///
  /// - Parameters:
  ///   - path: The path of a FIFO, or `-` for standard input.
  ///   - handler: Carries out a command. Called on the thread that reads.
  /// - Throws: `UsageError` if the FIFO cannot be opened.
  init(
    _ path: String, _ handler: @escaping @Sendable (TransportCommand) throws(ControlError) -> Void
  ) throws(UsageError) {
    let (descriptor, name) = (try ControlInput.open(path), ControlInput.name(of: path))
    (self.descriptor, self.name) = (descriptor, name)
    routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-ctl")) {
      withoutJobControlStops { ControlInput.read(descriptor, name, handler) }
      return .wait(until: nil)
    }
  }

  /// Starts reading.
  func begin() {
    routine.wake()
  }

  /// Returns the name of the input for messages.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  private static func open(_ path: String) throws(UsageError) -> Int32 {
    if path == "-" { return STDIN_FILENO }
    let bytes = CommandLine.exactBytes(of: path).cString
    var status = stat()
    guard stat(bytes, &status) == 0 else {
      throw UsageError("\(path): cannot be read: \(Messages.reason(ofErrno: errno))")
    }
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw UsageError("\(path): cannot be read: it is no FIFO; mkfifo makes one")
    }
    // A descriptor that can also write never reads the end of the FIFO, and opening it does not
    // wait for a writer.
    let descriptor = Glibc.open(bytes, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UsageError("\(path): cannot be read: \(Messages.reason(ofErrno: errno))")
    }
    return descriptor
  }

  private static func read(
    _ descriptor: Int32, _ name: String, _ handler: (TransportCommand) throws(ControlError) -> Void
  ) {
    var splitter = LineSplitter()
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        for line in splitter.lines(in: bytes[..<count]) { carryOut(line, name, handler) }
      } else if count < 0, errno == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, -1)
      } else if count == 0 || errno != EINTR {
        if let line = splitter.takeLine() { carryOut(line, name, handler) }
        return
      }
    }
  }

  /// Carries out the command of a line, or prints the error.
  static func carryOut(
    _ line: String, _ name: String, _ handler: (TransportCommand) throws(ControlError) -> Void
  ) {
    do throws(ControlError) {
      if let command = try TransportCommand(line: line) { try handler(command) }
    } catch {
      Messages.say("\(name): \(error.message)")
    }
  }
}
