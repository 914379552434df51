import Foundation

/// A local UDP port that media can be sent to.
final class DatagramPort: Sendable {
  private let socket: Int32
  let number: UInt16

  init() throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    // The system chooses a free port, which is then released for the reader.
    let probe = Foundation.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(probe) }
    var address = Self.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(probe, $0, length) == 0 && getsockname(probe, $0, &length) == 0
      }
    }
    number = UInt16(bigEndian: address.sin_port)
    if !isBound { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  deinit {
    close(socket)
  }

  /// Sends all bytes once a reader listens, seven transport stream packets in each datagram.
  func sendOnceSomebodyListens(_ bytes: Data) {
    Thread.detachNewThread { [self] in
      while !isListenedTo { sched_yield() }
      var address = Self.address(port: number)
      for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 7 * 188) {
        let datagram = Array(bytes[start..<min(start + 7 * 188, bytes.endIndex)])
        _ = withUnsafeMutablePointer(to: &address) { address in
          address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            sendto(
              socket, datagram, datagram.count, 0, $0,
              socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
      }
    }
  }

  /// Whether the kernel's table of UDP sockets, which has ports in hexadecimal, lists the port.
  private var isListenedTo: Bool {
    let port = String(number, radix: 16, uppercase: true)
    let entry = ":" + String(repeating: "0", count: 4 - port.count) + port + " "
    return (try? String(contentsOfFile: "/proc/net/udp", encoding: .utf8).contains(entry)) == true
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }
}
