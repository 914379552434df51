import Glibc
import PlayheadTimekeeping

/// Wakes the current and all later calls of `poll`, from any thread.
final class WakeSignal: Sendable {
  /// Readable after the signal was sent.
  private let bell = Bell()

  init() throws(SystemError) {
    if bell.descriptor < 0 { throw SystemError(number: errno) }
  }

  func send() { bell.ring() }

  /// Waits until `descriptor` can be read without blocking; returns false if the signal was sent.
  func wait(toRead descriptor: borrowing FileDescriptor) throws(SystemError) -> Bool {
    var entries = (
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    )
    try withUnsafeMutablePointer(to: &entries) { entries throws(SystemError) in
      try entries.withMemoryRebound(to: pollfd.self, capacity: 2) { entries throws(SystemError) in
        _ = try SystemError.check { poll(entries, 2, -1) }
      }
    }
    return entries.0.revents == 0
  }

  /// Waits for `delay` or until the signal is sent.
  func wait(for delay: Duration) throws(SystemError) {
    var entry = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(delay / .milliseconds(1))
    _ = try SystemError.check { poll(&entry, 1, milliseconds) }
  }
}
