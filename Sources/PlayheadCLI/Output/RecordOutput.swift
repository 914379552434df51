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

  private enum Kind {
    case file
    case socket
    case other
  }

  /// A write of up to this many bytes to a pipe that has room is never cut in two.
  private static let pieceLength = 4_096

  private let descriptor: Int32
  private let isOwned: Bool
  private let kind: Kind
  /// Readable once there is no more waiting.
  private let bell = eventfd(0, Int32(EFD_CLOEXEC))

  /// Writes to `descriptor`, which stays the caller's unless `isOwned`.
  init(descriptor: Int32, isOwned: Bool = false) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    kind =
      switch isKnown ? status.st_mode & S_IFMT : 0 {
      case S_IFREG: .file
      case S_IFSOCK: .socket
      default: .other
      }
  }

  deinit {
    close(bell)
    if isOwned { close(descriptor) }
  }

  /// Whether what is written comes first in a file, as far as is known now: others may append to
  /// it too.
  var isAtStart: Bool {
    var status = stat()
    return kind != .file || fstat(descriptor, &status) != 0 || status.st_size == 0
  }

  /// Whether a file ends within a line: whoever wrote it was killed.
  var endsWithinLine: Bool {
    guard kind == .file, !isAtStart else { return false }
    let reading = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    guard reading >= 0 else { return false }
    defer { close(reading) }
    var last = UInt8(ascii: "\n")
    let end = lseek(reading, 0, SEEK_END)
    return end > 0 && pread(reading, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
  }

  /// From now on what cannot be written at once is not written. May be called from any thread.
  func giveUp() {
    eventfd_write(bell, 1)
  }

  func write(_ bytes: [UInt8]) -> Outcome {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard kind == .file || waitForRoom() else { return .givenUp }
        let count = write(piece: rest)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EPIPE {
          return .closed
        } else if errno != EINTR && errno != EAGAIN {
          let code = errno
          takeBack(bytes.count - rest.count)
          return .failed(errno: code)
        }
      }
      return .written
    }
  }

  private func write(piece bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    switch kind {
    case .file: return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    case .socket:
      // A stream may have room for a part only: that must not wait here.
      return send(
        descriptor, bytes.baseAddress, bytes.count,
        Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    case .other:
      let piece = bytes.prefix(RecordOutput.pieceLength)
      return Glibc.write(descriptor, piece.baseAddress, piece.count)
    }
  }

  /// Takes away the beginning of a record for whose rest there was no room, unless somebody else
  /// has written behind it.
  private func takeBack(_ count: Int) {
    var status = stat()
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard kind == .file, count > 0, end >= count, fstat(descriptor, &status) == 0,
      status.st_size == end
    else { return }
    _ = ftruncate(descriptor, end - count)
  }

  private func waitForRoom() -> Bool {
    var polled = (
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    )
    withUnsafeMutableBytes(of: &polled) { bytes in
      let descriptors = bytes.assumingMemoryBound(to: pollfd.self).baseAddress
      while poll(descriptors, 2, -1) < 0 {}
    }
    // Room, an error (the write tells which), or a descriptor that cannot be polled.
    return polled.0.revents != 0
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var baseAddress: UnsafeRawPointer? {
    UnsafeRawBufferPointer(rebasing: self).baseAddress
  }
}
