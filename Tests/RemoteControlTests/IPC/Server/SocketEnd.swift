import Glibc

@testable import RemoteControl

/// A client of a Unix socket, for tests.
final class SocketEnd: @unchecked Sendable {
  struct Failure: Error {
    let message: String
  }

  let descriptor: Int32
  private var received: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  init(path: String) throws {
    let address = try SocketAddress(Array(path.utf8))
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard address.withSystemAddress({ connect(descriptor, $0, $1) }) == 0 else {
      throw Failure(message: String(cString: strerror(errno)))
    }
  }

  deinit { close(descriptor) }

  /// Makes a connection, of which the descriptor is the other end.
  static func pair() throws -> (SocketEnd, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw Failure(message: "no socket pair")
    }
    return (SocketEnd(descriptor: ends[0]), ends[1])
  }

  func write(_ text: String) throws {
    guard writeSome(Array(text.utf8)[...], waiting: true) == text.utf8.count else {
      throw Failure(message: "the connection is closed")
    }
  }

  /// Writes as much as there is room for, or everything. Returns the number of bytes.
  func writeSome(_ bytes: ArraySlice<UInt8>, waiting: Bool = false) -> Int {
    let flags = MSG_NOSIGNAL | (waiting ? 0 : MSG_DONTWAIT)
    return bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(flags)) }
  }

  /// Ends this direction of the connection.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the next line, or nil at the end.
  func readLine() throws -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard try readSome() > 0 else { return nil }
    }
  }

  /// Reads until the other end closes the connection. Returns the number of bytes.
  func readToEnd() throws -> Int {
    while try readSome() > 0 {}
    return received.count
  }

  private func readSome() throws -> Int {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 60_000) > 0 else { throw Failure(message: "a minute of nothing") }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count > 0 { received += bytes[..<count] }
    return count
  }
}
