import Foundation
import PlayheadInterprocess
import PlayheadLocking

/// A player at a Unix socket that does what a test says. It accepts one connection.
final class FakePlayer: Sendable {
  struct Failure: Error {}

  private let listener: Int32
  private let accepted = Locked<Int32?>(nil)

  init(at path: String) throws {
    let address = try SocketAddress(Array(path.utf8))
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard address.withSystemAddress({ bind(listener, $0, $1) }) == 0, listen(listener, 1) == 0
    else {
      throw Failure()
    }
  }

  deinit {
    close(listener)
    if let connection = accepted.withLock({ $0.take() }) { close(connection) }
  }

  /// Waits for the connection, and returns its descriptor.
  @discardableResult
  func accept() throws -> Int32 {
    let connection = Glibc.accept(listener, nil, nil)
    guard connection >= 0 else { throw Failure() }
    accepted.withLock { $0 = connection }
    return connection
  }

  /// Sends bytes, and waits until they are all taken. Returns false if the other end is closed.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    guard let connection = accepted.withLock({ $0 }) else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Waits until this many lines were received in all, and returns their bytes.
  func receive(lines count: Int) throws -> String {
    guard let connection = accepted.withLock({ $0 }) else { throw Failure() }
    var received: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while received.count(where: { $0 == 10 }) < count {
      let length = recv(connection, &bytes, bytes.count, 0)
      if length <= 0 { throw Failure() }
      received += bytes[..<length]
    }
    return String(decoding: received, as: UTF8.self)
  }

  /// Reads no more, but may still send.
  func closeForReading() {
    if let connection = accepted.withLock({ $0 }) { shutdown(connection, Int32(SHUT_RD)) }
  }

  func hangUp() {
    if let connection = accepted.withLock({ $0.take() }) { close(connection) }
  }
}
