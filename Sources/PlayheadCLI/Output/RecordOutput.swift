import CSystem
import Glibc

/// Writes records to a file descriptor, each whole and at once, and can be made to give up waiting
/// for a reader that does not read.
final class RecordOutput: Sendable {
  enum Outcome: Hashable {
    case written
    /// The reader is gone.
    case closed
    /// Nobody read, and `giveUp` was called.
    case givenUp
    case failed(errno: Int32)
  }

  /// A write of up to this many bytes to a pipe that has room is never cut in two.
  private static let pieceLength = 4_096

  private let descriptor: Int32
  /// Readable once there is no more waiting.
  private let bell = eventfd(0, Int32(EFD_CLOEXEC))

  /// Writes to `descriptor`, which stays the caller's.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(bell)
  }

  /// From now on what cannot be written at once is not written. May be called from any thread.
  func giveUp() {
    eventfd_write(bell, 1)
  }

  func write(_ bytes: [UInt8]) -> Outcome {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard waitForRoom() else { return .givenUp }
        let piece = rest.prefix(RecordOutput.pieceLength)
        let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EPIPE {
          return .closed
        } else if errno != EINTR && errno != EAGAIN {
          return .failed(errno: errno)
        }
      }
      return .written
    }
  }

  private func waitForRoom() -> Bool {
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, 2, -1) < 0 {}
    // Room, an error (the write tells which), or a descriptor that cannot be polled.
    return polled[0].revents != 0
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var baseAddress: UnsafeRawPointer? {
    UnsafeRawBufferPointer(rebasing: self).baseAddress
  }
}
