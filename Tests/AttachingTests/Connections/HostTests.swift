import Dispatch
import Foundation
import PlayheadAttaching
import PlayheadInterprocess
import PlayheadTimekeeping
import Testing

/// Players at hosts.
@Suite struct HostTests {
  /// A port of this machine.
  private final class Port {
    let descriptor: Int32
    let number: UInt16

    init(backlog: Int32) throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let (descriptor, size) = (descriptor, length)
      let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) | listen(descriptor, backlog)
            | getsockname(descriptor, $0, &length)
        }
      }
      number = UInt16(bigEndian: address.sin_port)
      if result != 0 { throw POSIXError(.EADDRNOTAVAIL) }
    }

    deinit { close(descriptor) }
  }

  /// Fills the queue of a port, which drops packets then. Returns the sockets.
  private func fill(_ port: Port) -> [Int32] {
    (0..<4).map { _ in
      let end = socket(
        AF_INET,
        Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      address.sin_port = port.number.bigEndian
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(end, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      return end
    }
  }

  private func source(
    _ clock: any HostClock = SystemHostClock.shared,
    resolver: @escaping @Sendable (String, UInt16) throws(SocketFailure) -> [HostAddress]
  ) -> MPDSource {
    MPDSource(
      name: "mpd", habits: PositionHabits(), addresses: [.host("music", port: 6_600)],
      resolver: resolver, clock: clock, exchange: MPDProtocol(password: nil))
  }

  @Test func anAddressThatDropsPacketsDelaysNoOther() throws {
    let (silent, open) = (try Port(backlog: 0), try Port(backlog: 8))
    let sockets = fill(silent)
    defer { for socket in sockets { close(socket) } }
    let addresses =
      try HostAddress.resolve("127.0.0.1", silent.number)
      + HostAddress.resolve("127.0.0.1", open.number)
    let source = source { _, _ throws(SocketFailure) in addresses }
    source.start { _ in }
    let connection = accept(open.descriptor, nil, nil)
    #expect(connection >= 0)
    close(connection)
    source.stop()
  }

  @Test func aResolverThatDoesNotReturnIsLeftBehind() {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000_000))
    let end = DispatchSemaphore(value: 0)
    let source = source(clock) { _, _ throws(SocketFailure) in
      end.wait()
      return []
    }
    let recorder = ReportRecorder()
    source.start { recorder.record($0) }
    clock.advance(by: .seconds(10))
    #expect(recorder.waitForLoss() == ["failed: no answer within 10 seconds"])
    end.signal()
  }

  @Test func anUnknownHostIsReported() {
    let source = source { _, _ throws(SocketFailure) in throw .host(EAI_NONAME) }
    let recorder = ReportRecorder()
    source.start { recorder.record($0) }
    #expect(recorder.waitForLoss() == ["failed: Name or service not known"])
  }
}
