import CPlayheadSystem
import Glibc

/// Bytes on their way from an input to an output, with a copy for a reader that may leave.
///
/// Between two pipes the kernel moves the pages, and no byte is copied.
struct PassedStream {
  enum End: Hashable {
    case inputEnded
    /// The stop bell was rung. All that was read is written.
    case stopped
    case outputClosed
    case inputFailed(errno: Int32)
    case outputFailed(errno: Int32)
  }

  /// Thrown from the middle of a piece.
  private struct Ending: Error { let end: End }

  /// The size of a piece that is copied: of those of `cat` or more, and still in the processor's cache.
  private static let copiedPiece = 262_144

  let input: Int32
  let output: Int32
  /// A non-blocking pipe to the reader of the copy.
  let copy: Int32
  /// A descriptor that becomes readable when nothing more should be read from the input.
  let stopBell: Int32
  /// A descriptor that becomes readable when the copy is no longer read.
  let playerBell: Int32
  let greatestPiece: Int

  /// Hands on all bytes, until the input or the output ends, or the stop bell rings.
  func passAll() -> End {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(greatestPiece, Self.copiedPiece), alignment: 4_096)
    defer { buffer.deallocate() }
    let movesPages = isPipe(input) && isPipe(output)
    var isCopying = true
    do throws(Ending) {
      while true {
        if wait(for: input, POLLIN, or: [stopBell]) == stopBell { return .stopped }
        if movesPages {
          try movePiece(copying: &isCopying)
        } else {
          try copyPiece(by: buffer, copying: &isCopying)
        }
      }
    } catch {
      return error.end
    }
  }

  /// Moves the pages of a piece from one pipe to the other, after the reader's pipe has got them.
  private func movePiece(copying isCopying: inout Bool) throws(Ending) {
    var rest = greatestPiece
    if isCopying {
      switch wait(for: copy, POLLOUT, or: [stopBell, playerBell]) {
      case stopBell: throw Ending(end: .stopped)
      case playerBell: isCopying = false
      default:
        let count = tee(input, copy, rest, UInt32(system_splice_nonblocking))
        if count > 0 {
          rest = count
        } else if count == 0 {
          throw Ending(end: .inputEnded)
        } else if errno == EPIPE {
          isCopying = false
        } else if errno == EAGAIN || errno == EINTR {
          return
        } else {
          throw Ending(end: .inputFailed(errno: errno))
        }
      }
    }
    let isWhole = isCopying
    while rest > 0 {
      let count = splice(input, nil, output, nil, rest, 0)
      if count == 0 { throw Ending(end: .inputEnded) }
      if count < 0 {
        try acceptOutputError()
        continue
      }
      rest -= count
      // What no reader has a copy of need not be moved at once.
      if !isWhole { return }
    }
  }

  /// Reads a piece, writes it, and gives the reader its copy.
  private func copyPiece(
    by buffer: UnsafeMutableRawBufferPointer, copying isCopying: inout Bool
  ) throws(Ending) {
    let count = read(input, buffer.baseAddress, buffer.count)
    if count == 0 { throw Ending(end: .inputEnded) }
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return }
      throw Ending(end: .inputFailed(errno: errno))
    }
    var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    while !rest.isEmpty {
      let count = write(output, rest.baseAddress, rest.count)
      if count < 0 {
        try acceptOutputError()
      } else {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
    rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    while isCopying, !rest.isEmpty {
      switch wait(for: copy, POLLOUT, or: [stopBell, playerBell]) {
      case stopBell: throw Ending(end: .stopped)
      case playerBell: isCopying = false
      default:
        let count = write(copy, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno != EINTR, errno != EAGAIN {
          isCopying = false
        }
      }
    }
  }

  /// Waits for room if an output accepts nothing now, and throws after any other error.
  private func acceptOutputError() throws(Ending) {
    switch errno {
    case EINTR: break
    case EAGAIN: wait(for: output, POLLOUT, or: [])
    case EPIPE: throw Ending(end: .outputClosed)
    default: throw Ending(end: .outputFailed(errno: errno))
    }
  }

  /// Waits until a descriptor can be used, or a bell rings. Returns the bell, or else the descriptor.
  @discardableResult
  private func wait(for descriptor: Int32, _ events: Int32, or bells: [Int32]) -> Int32 {
    var polled = bells.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    while poll(&polled, nfds_t(polled.count), -1) < 0 {}
    return polled.first { $0.revents != 0 }?.fd ?? descriptor
  }

  private func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}
