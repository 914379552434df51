import Glibc

/// Bytes that wait to be written to a socket, in order.
package struct PendingBytes {
  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  package var count: Int { bytes.count - start }
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ new: [UInt8]) { bytes += new }

  private mutating func removeFirst(_ count: Int) {
    start += count
    // In large parts, so that a byte is moved once at most.
    guard start * 2 >= bytes.count else { return }
    bytes.removeFirst(start)
    start = 0
  }

  private func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  /// Writes as much as a socket takes, without waiting. Returns false if it takes nothing any more.
  package mutating func write(to socket: Int32) -> Bool {
    while !isEmpty {
      let count = withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 {
        removeFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        break
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
