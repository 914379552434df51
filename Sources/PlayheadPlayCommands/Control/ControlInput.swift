import Glibc
import PlaybackSession
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadTerminal
import PlayheadTimekeeping

/// A thread that reads commands, one per line, from standard input or a FIFO.
///
/// Standard input is read until its end. A FIFO is read as long as the process lives, even if all writers close it.
package final class ControlInput: Sendable {
  private let routine: any HostRoutine

  /// Opens the FIFO or standard input of `--control`, whose thread calls the handler; nil without, or at a status line.
  package init?(
    _ options: PlayOptions,
    _ handler: @escaping @Sendable (SessionRequest) throws(SessionRefusal) -> Void
  ) throws(FileFailure) {
    guard let path = options.remote.controlPath, !options.readsTypedCommands else { return nil }
    let descriptor = try ControlInput.open(path)
    routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-ctl")) {
      withoutJobControlStops { ControlInput.read(descriptor, handler) }
      return .wait(until: nil)
    }
  }

  package func begin() {
    routine.wake()
  }

  private static func open(_ path: String) throws(FileFailure) -> Int32 {
    if path == "-" { return STDIN_FILENO }
    let bytes = CommandLine.exactBytes(of: path).cString
    var status = stat()
    guard stat(bytes, &status) == 0 else {
      throw FileFailure(path, SystemFailure(code: errno))
    }
    guard status.st_mode & S_IFMT == S_IFIFO else {
      throw FileFailure(path, ControlMessage.notFIFO)
    }
    // A descriptor that can also write never reads the end of the FIFO, and opening it does not
    // wait for a writer.
    let descriptor = Glibc.open(bytes, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileFailure(path, SystemFailure(code: errno))
    }
    return descriptor
  }

  private static func read(
    _ descriptor: Int32, _ handler: (SessionRequest) throws(SessionRefusal) -> Void
  ) {
    var splitter = LineSplitter()
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 {
        for line in splitter.lines(in: bytes[..<count]) { carryOut(line, handler) }
      } else if count < 0, errno == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, -1)
      } else if count == 0 || errno != EINTR {
        if let line = splitter.removeRest() { carryOut(line, handler) }
        return
      }
    }
  }

  /// Carries out the command of a line, or prints the error.
  static func carryOut(
    _ line: String, _ handler: (SessionRequest) throws(SessionRefusal) -> Void
  ) {
    do throws(ControlError) {
      guard let request = try SessionRequest(line: line) else { return }
      do throws(SessionRefusal) {
        try handler(request)
      } catch {
        Messages.say(error.text(of: request))
      }
    } catch {
      Messages.say(error.text)
    }
  }
}
