import Foundation

/// A `pipe(2)`.
final class BytePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
  }

  /// Writes all bytes on a new thread, then closes the write end if `thenCloses` is true.
  func write(_ bytes: Data, thenCloses: Bool = true) {
    Thread.detachNewThread { [self] in
      Self.write(bytes, to: writeEnd)
      if thenCloses { close(writeEnd) }
    }
  }

  /// Writes all bytes on a new thread, each piece when the one before was read, then closes the write end.
  func write(_ bytes: Data, inPiecesOf length: Int) {
    Thread.detachNewThread { [self] in
      var rest = bytes
      while !rest.isEmpty, Self.write(rest.prefix(length), to: writeEnd) {
        rest = rest.dropFirst(length)
        waitUntilDrained()
      }
      close(writeEnd)
    }
  }

  /// Writes all bytes. Returns false if that fails, as when the reader has closed its end.
  @discardableResult
  static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
    // Blocks SIGPIPE, so that a reader that closes its end does not end the test process.
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer {
      // Consumes a pending SIGPIPE before restoring the mask, which later child processes inherit.
      var atOnce = timespec()
      sigtimedwait(&signals, nil, &atOnce)
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Waits until all bytes that were written have been read.
  func waitUntilDrained() {
    var count: Int32 = 1
    while ioctl(readEnd, UInt(FIONREAD), &count) == 0, count > 0 { sched_yield() }
  }
}
