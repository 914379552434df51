import Foundation

/// A local TCP port that reports whether a client has connected.
final class LoopbackListener: Sendable {
  private let socket: Int32
  let port: UInt16

  init() throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 1) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if !isListening { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  deinit {
    close(socket)
  }

  var hasBeenCalled: Bool {
    guard let connection = acceptConnection() else { return false }
    close(connection)
    return true
  }

  /// Returns the descriptor of a pending connection, or nil if there is none.
  func acceptConnection() -> Int32? {
    let connection = accept(socket, nil, nil)
    return connection >= 0 ? connection : nil
  }

  /// Waits for a connection. Returns nil after `stop()`.
  func waitForConnection() -> Int32? {
    while true {
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, -1) > 0, Int32(entry.revents) & POLLHUP == 0 else { return nil }
      if let connection = acceptConnection() { return connection }
    }
  }

  /// Ends `waitForConnection()`; can be called from any thread.
  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
  }
}
