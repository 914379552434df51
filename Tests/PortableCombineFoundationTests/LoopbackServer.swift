import Foundation
import Glibc
import PlayheadLocking

/// A local server that answers each HTTP request in the same way, or not at all.
final class LoopbackServer: Sendable {
  enum Answer: Sendable {
    case status(Int, body: String)
    case silence
  }

  let port: UInt16
  /// Signalled when a request has arrived.
  let arrivals = DispatchSemaphore(value: 0)
  /// Signalled when a client without an answer has closed its connection.
  let hangUps = DispatchSemaphore(value: 0)
  private let listener: Int32
  private let state = Locked<[String]>([])

  init(_ answer: Answer) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { self.serve(answer) }
  }

  var url: URL { URL(string: "http://127.0.0.1:\(port)/file")! }

  /// The first line of each request received.
  var requests: [String] { state.withLock { $0 } }

  /// Stops accepting connections. Clients must close those that are open, because Foundation on
  /// Linux traps if a connection fails while its task is being cancelled.
  func stop() {
    // The accepting thread closes the descriptor; until then its number must not be reused.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve(_ answer: Answer) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        close(listener)
        return
      }
      let request = readHead(of: connection)
      defer { close(connection) }
      state.withLock { $0.append(String(request.prefix { !$0.isNewline })) }
      arrivals.signal()
      guard case .status(let status, let body) = answer else {
        var byte: UInt8 = 0
        if read(connection, &byte, 1) <= 0 { hangUps.signal() }
        continue
      }
      let text =
        "HTTP/1.1 \(status) Told\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
        + body
      _ = text.withCString { write(connection, $0, strlen($0)) }
      // The client closes first, once it has received the whole answer.
      var byte: UInt8 = 0
      while read(connection, &byte, 1) > 0 {}
    }
  }

  private func readHead(of connection: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\r\n\r\n") { return text }
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return text }
      bytes += buffer[..<count]
    }
  }
}
