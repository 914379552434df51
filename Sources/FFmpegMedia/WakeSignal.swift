import CSystem
import Glibc

/// Wakes a `poll` from any thread, for good.
final class WakeSignal: Sendable {
  /// Readable once the signal came.
  private let event: FileDescriptor

  init() throws(SystemError) {
    event = try FileDescriptor.makeEvent()
  }

  func send() {
    // Fails only when the counter is full: then it is readable already.
    _ = eventfd_write(event.number, 1)
  }

  /// Waits until `descriptor` can be read without blocking; false where the signal came first.
  func wait(toRead descriptor: borrowing FileDescriptor) throws(SystemError) -> Bool {
    var entries = (
      pollfd(fd: event.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    )
    try withUnsafeMutablePointer(to: &entries) { entries throws(SystemError) in
      try entries.withMemoryRebound(to: pollfd.self, capacity: 2) { entries throws(SystemError) in
        _ = try SystemError.check { poll(entries, 2, -1) }
      }
    }
    return entries.0.revents == 0
  }

  /// Waits for so long, or until the signal comes.
  func wait(for delay: Duration) throws(SystemError) {
    var entry = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(delay / .milliseconds(1))
    _ = try SystemError.check { poll(&entry, 1, milliseconds) }
  }
}
