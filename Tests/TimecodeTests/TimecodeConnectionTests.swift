import Foundation
import PlayheadTimecode
import PlayheadTimekeeping
import PlayheadLocking
import Testing

@testable import PlayheadTimecodeOutputs

@Suite struct TimecodeConnectionTests {
  /// Returns a UDP socket and its port.
  private func receiver(port: UInt16 = 0) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    try #require(result)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// The system reports with the next message that the one before was refused.
  @Test func aProgramThatComesLaterGetsTheNextMessage() throws {
    let (unused, port) = try receiver()
    close(unused)
    let failures = Locked<[TimecodeFailure]>([])
    let place = TimecodeDestination.osc(host: "127.0.0.1", port: port, address: "/")
    let connection = TimecodeConnection(to: place) { failure in
      failures.withLock { $0.append(failure) }
    }
    let now = HostInstant(nanoseconds: 0)
    #expect(connection.open(at: now))
    connection.send([1], at: now)
    let late = try receiver(port: port)
    connection.send([2], at: now)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(recv(late.descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == 1 && bytes[0] == 2)
    #expect(failures.withLock { $0 } == [.system(ECONNREFUSED)])
    connection.finish()
    close(late.descriptor)
  }

  @Test func aSecondOutageIsReportedAndOneThatContinuesIsNot() throws {
    let (unused, port) = try receiver()
    close(unused)
    let failures = Locked<[TimecodeFailure]>([])
    let place = TimecodeDestination.osc(host: "127.0.0.1", port: port, address: "/")
    let connection = TimecodeConnection(to: place) { failure in
      failures.withLock { $0.append(failure) }
    }
    var seconds: Int64 = 0
    func send(_ count: Int) {
      for _ in 0..<count {
        connection.send([1], at: HostInstant(nanoseconds: seconds * 1_000_000_000))
        seconds += 1
      }
    }
    #expect(connection.open(at: HostInstant(nanoseconds: 0)))
    send(4)
    #expect(failures.withLock { $0.count } == 1)
    let late = try receiver(port: port)
    send(4)
    #expect(failures.withLock { $0.count } == 1)
    close(late.descriptor)
    send(4)
    #expect(failures.withLock { $0 } == [.system(ECONNREFUSED), .system(ECONNREFUSED)])
    connection.finish()
  }

  @Test func aPlaceThatIsClosedHasANextAttempt() throws {
    let connection = TimecodeConnection(to: .midi(path: "/no-such-device")) { _ in }
    #expect(!connection.open(at: HostInstant(nanoseconds: 0)))
    #expect(connection.nextAttempt == HostInstant(nanoseconds: 1_000_000_000))
    connection.finish()
    #expect(connection.nextAttempt == nil)
  }
}
