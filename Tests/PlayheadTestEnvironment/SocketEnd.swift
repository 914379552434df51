import Foundation

/// A client of a Unix socket.
package final class SocketEnd {
  package struct Failure: Error {
    let message: String
  }

  /// The programs of tests that run at the same time do not inherit a connection: they would keep it
  /// open.
  private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  package let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to the socket at a path; if that begins with `@`, to an abstract one.
  package init(path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0
    guard start + bytes.count < MemoryLayout<sockaddr_un>.size else {
      throw Failure(message: "\(path) is too long for a socket")
    }
    let isAbstract = bytes.first == UInt8(ascii: "@")
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: bytes)
      if isAbstract { $0[0] = 0 }
    }
    let length = socklen_t(start + bytes.count + (isAbstract ? 0 : 1))
    let descriptor = socket(AF_UNIX, Self.type, 0)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    self.descriptor = descriptor
    guard result == 0 else { throw Failure(message: String(cString: strerror(errno))) }
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Makes a connection, and returns it with the descriptor of its other end.
  package static func pair() throws -> (SocketEnd, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.type, 0, &ends) == 0 else {
      throw Failure(message: String(cString: strerror(errno)))
    }
    return (SocketEnd(descriptor: ends[0]), ends[1])
  }

  package func write(_ text: String) throws {
    guard writeSome(Array(text.utf8)[...], waiting: true) == text.utf8.count else {
      throw Failure(message: "the connection is closed")
    }
  }

  /// Writes as much as there is room for, or everything. Returns the number of bytes.
  package func writeSome(_ bytes: ArraySlice<UInt8>, waiting: Bool = false) -> Int {
    let flags = MSG_NOSIGNAL | (waiting ? 0 : MSG_DONTWAIT)
    return bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(flags)) }
  }

  /// Ends this direction of the connection.
  package func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the next line, or nil at the end.
  package func readLine() throws -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard try readSome() > 0 else { return nil }
    }
  }

  /// Reads until the other end closes the connection. Returns the number of bytes.
  package func readToEnd() throws -> Int {
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
