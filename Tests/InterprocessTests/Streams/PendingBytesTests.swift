import Glibc
import PlayheadInterprocess
import PlayheadTestEnvironment
import Testing

@Suite struct PendingBytesTests {
  private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  /// More than a socket accepts at once is written in parts, while the other end reads some of it.
  @Test func bytesAreWrittenInOrderAsTheSocketAcceptsThem() throws {
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Self.type, 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    var (pending, sent, received): (PendingBytes, [UInt8], [UInt8]) = (PendingBytes(), [], [])
    var piece = [UInt8](repeating: 0, count: 20_000)
    var hadToWait = false
    for number in 0..<40 {
      let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 97 + number) }
      pending.append(bytes)
      sent += bytes
      let isOpen = pending.write(to: ends[0])
      #expect(isOpen)
      hadToWait = hadToWait || !pending.isEmpty
      let count = recv(ends[1], &piece, piece.count, Int32(MSG_DONTWAIT))
      received += piece.prefix(max(count, 0))
      #expect(received.count + pending.count <= sent.count)
    }
    while received.count < sent.count {
      let isOpen = pending.write(to: ends[0])
      #expect(isOpen)
      let count = recv(ends[1], &piece, piece.count, 0)
      received += piece.prefix(try #require(count > 0 ? count : nil))
    }
    #expect(hadToWait && pending.isEmpty && pending.count == 0)
    #expect(received == sent)
  }

  @Test func aSocketWhoseOtherEndIsClosedAcceptsNothing() throws {
    var (other, descriptor): (SocketEnd?, Int32) = try SocketEnd.pair()
    defer { close(descriptor) }
    var pending = PendingBytes()
    pending.append([1, 2])
    let isOpen = pending.write(to: descriptor)
    #expect(isOpen && pending.isEmpty)
    withExtendedLifetime(other) {}
    other = nil
    let hasFailed = !pending.write(to: descriptor)
    #expect(!hasFailed, "there are no bytes to write")
    pending.append([3])
    let isStillOpen = pending.write(to: descriptor)
    #expect(!isStillOpen && pending.count == 1)
  }
}
