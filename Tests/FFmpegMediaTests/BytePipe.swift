import FFmpegMedia
import Foundation
import Media

/// A pipe(2), from which a medium can be opened.
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

  var opener: FFmpegOpener { FFmpegOpener(path: "pipe:\(readEnd)") }

  /// Writes all bytes on a thread of its own, and closes that end unless it is to stay open.
  func write(_ bytes: Data, thenCloses: Bool = true) {
    Thread.detachNewThread { [self] in
      Self.write(bytes, to: writeEnd)
      if thenCloses { close(writeEnd) }
    }
  }

  /// Writes until all is written; false where nobody reads any more.
  @discardableResult
  static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
    // A reader that fails leaves; that must not end the test's process.
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer {
      // The processes that this thread starts later are to have it.
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

  /// Returns once all that was written has been read.
  func waitUntilDrained() {
    var count: Int32 = 1
    while ioctl(readEnd, UInt(FIONREAD), &count) == 0, count > 0 { sched_yield() }
  }
}
