import CPlayheadSystem
import Glibc

/// Writes records to a file descriptor, each completely before the next. A write that waits for a
/// slow reader can be canceled.
package final class RecordOutput: Sendable {
  package enum Outcome: Hashable {
    case written
    /// The reader has closed its end.
    case closed
    /// The reader did not read, and `abandon()` was called.
    case abandoned
    case failed(errno: Int32)
  }

  private enum Kind {
    case file
    case socket
    case other
  }

  /// If a pipe has room, a write of up to this many bytes is never split.
  private static let pieceLength = 4_096

  private let descriptor: Int32
  private let isOwned: Bool
  private let kind: Kind
  /// Readable after `abandon()`.
  private let bell = eventfd(0, Int32(EFD_CLOEXEC))

  /// Writes to a descriptor, which is closed at the end only if `isOwned` is true.
  package init(descriptor: Int32, isOwned: Bool = false) {
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

  /// Whether the next write is the first in the file. Other processes may append to it at any time.
  package var isAtStart: Bool {
    var status = stat()
    return kind != .file || fstat(descriptor, &status) != 0 || status.st_size == 0
  }

  /// Whether a file ends with an incomplete line, because a previous writer was killed.
  package var endsWithinLine: Bool {
    guard kind == .file, !isAtStart else { return false }
    return reading { reading in
      var last = UInt8(ascii: "\n")
      let end = lseek(reading, 0, SEEK_END)
      return end > 0 && pread(reading, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
    } ?? false
  }

  /// Returns at most so many first bytes of a file: none if it is not regular, or cannot be read.
  package func firstBytes(_ count: Int) -> [UInt8] {
    guard kind == .file else { return [] }
    return reading { reading in
      var bytes = [UInt8](repeating: 0, count: count)
      let length = pread(reading, &bytes, count, 0)
      return Array(bytes.prefix(max(length, 0)))
    } ?? []
  }

  /// Opens the file again for reading.
  private func reading<Result>(_ body: (Int32) -> Result) -> Result? {
    let reading = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    guard reading >= 0 else { return nil }
    defer { close(reading) }
    return body(reading)
  }

  /// Cancels a write that waits for the reader, and all that would wait. May be called on any thread.
  package func abandon() {
    eventfd_write(bell, 1)
  }

  package func write(_ bytes: [UInt8]) -> Outcome {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard kind == .file || waitForRoom() else { return .abandoned }
        let count = write(piece: rest)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EPIPE {
          return .closed
        } else if errno != EINTR && errno != EAGAIN {
          let code = errno
          removePartialRecord(bytes.count - rest.count)
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
      // A stream socket may have room for only a part, and must not block here.
      return send(
        descriptor, bytes.baseAddress, bytes.count,
        Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    case .other:
      let piece = bytes.prefix(RecordOutput.pieceLength)
      return Glibc.write(descriptor, piece.baseAddress, piece.count)
    }
  }

  /// Removes the part of a record that was written, unless another process has appended to the file.
  private func removePartialRecord(_ count: Int) {
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
    return polled.0.revents != 0
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var baseAddress: UnsafeRawPointer? {
    UnsafeRawBufferPointer(rebasing: self).baseAddress
  }
}
