import Foundation
import PlayheadTestEnvironment
import Testing

@testable import PlayheadRemoteControl

@Suite struct IPCServerTests {
  @Test func eachLineIsCarriedOutWhenItIsComplete() throws {
    let served = try ServedEchoes()
    let client = try served.connect()
    try client.write("one\ntw")
    #expect(try client.readLine() == "one")
    try client.write("o\n\nthree\n")
    #expect(try client.readLine() == "two")
    #expect(try client.readLine() == "")
    #expect(try client.readLine() == "three")
  }

  /// As of `socat`, which ends its output first and then waits for replies.
  @Test func aClientThatSendsNothingMoreStillGetsItsReplies() throws {
    let served = try ServedEchoes()
    let client = try served.connect()
    try client.write("one\n500000 bytes\nincomplete")
    client.endWriting()
    #expect(try client.readToEnd() == 500_004)
    #expect(served.state.lines == ["one", "500000 bytes"])
  }

  @Test func theCommandsOfAClientThatHasGoneAreCarriedOut() throws {
    let served = try ServedEchoes()
    do {
      let client = try served.connect()
      try client.write("first\nsecond\nincomplete")
    }
    // The server takes the connections in order.
    _ = try served.connectServed()
    let other = try served.connectServed()
    #expect(served.state.lines.prefix(2) == ["first", "second"])
    #expect(served.state.closedCount >= 1)
    withExtendedLifetime(other) {}
  }

  @Test func manyCommandsMayBeSentBeforeTheirRepliesAreRead() throws {
    let served = try ServedEchoes()
    let client = try served.connect()
    // The replies are 8 MB.
    let count = 2_000
    let commands = Array(String(repeating: "4000 bytes\n", count: count).utf8)
    var rest = commands[...]
    var received = 0
    while received < count {
      let written = rest.isEmpty ? 0 : client.writeSome(rest)
      if written > 0 {
        rest = rest.dropFirst(written)
      } else {
        #expect(try client.readLine()?.utf8.count == 3_999)
        received += 1
      }
    }
    #expect(served.state.lines.count == count)
  }

  @Test func aClientThatDoesNotReadDelaysNobodyAndIsDisconnected() throws {
    let served = try ServedEchoes()
    let deaf = try served.connectServed()
    let other = try served.connectServed()
    let event = [UInt8](repeating: 0x78, count: 9_999) + [10]
    var sent = 0
    let output = served.state.outputs[0]
    while !output.isCut, served.state.closedCount == 0 {
      output.send(event)
      sent += event.count
      // More than the backlog and what the system keeps for a socket.
      try #require(sent < 64 << 20)
    }
    #expect(sent > ClientOutput.greatestBacklog)
    #expect(output.backlog == 0)
    repeat {
      try other.write("hello again\n")
      #expect(try other.readLine() == "hello again")
    } while served.state.notices.isEmpty
    // It gets what the system had taken, and then the end.
    #expect(try deaf.readToEnd() < sent)
    #expect(served.state.closedCount == 1)
    #expect(served.state.notices == [.unread(bytes: ClientOutput.greatestBacklog)])
  }

  /// Otherwise a client could not read a playlist that is longer than the limit.
  @Test func oneReplyMayBeLongerThanWhatMayWait() throws {
    let served = try ServedEchoes()
    let client = try served.connect()
    try client.write("5000000 bytes\n")
    client.endWriting()
    #expect(try client.readToEnd() == 5_000_000)
  }

  @Test func aClientWithALineThatIsTooLongIsDisconnected() throws {
    let served = try ServedEchoes()
    let client = try served.connectServed()
    let piece = [UInt8](repeating: 0x78, count: 65_536)
    var sent = 0
    while client.writeSome(piece[...], waiting: true) > 0 {
      sent += piece.count
      try #require(sent < 64 << 20)
    }
    #expect(try client.readLine() == nil)
    let other = try served.connectServed()
    #expect(served.state.lines == ["hello", "hello"])
    withExtendedLifetime(other) {}
  }

  @Test func clientsBeyondTheLimitAreDisconnectedAtOnce() throws {
    let served = try ServedEchoes(clientLimit: 2)
    var clients = [try served.connectServed(), try served.connectServed()]
    for _ in 0..<3 { #expect(try served.connect().readLine() == nil) }
    #expect(served.state.notices == [.refused(limit: 2)])
    clients.removeFirst()
    clients.append(try served.connectServed())
    #expect(served.state.names == ["ipc_0", "ipc_1", "ipc_2"])
  }

  @Test func tenThousandConnectionsAreServedOrClosed() throws {
    let served = try ServedEchoes(clientLimit: 4)
    let client = try served.connectServed()
    var open: [SocketEnd] = []
    for number in 0..<10_000 {
      let other = try served.connect()
      // Some leave in the middle of a line, some at once, some stay.
      if number % 3 == 0 { _ = other.writeSome(Array("half".utf8)[...]) }
      if number % 100 == 0 { open.append(other) }
    }
    try client.write("still\n")
    #expect(try client.readLine() == "still")
    open = []
    #expect(try served.connectServed().descriptor >= 0)
    #expect(Set(served.state.lines) == ["hello", "still"])
  }

  @Test func aClientThatIsConnectedIsThereWhenALaterCommandIsCarriedOut() throws {
    let served = try ServedEchoes(clientLimit: 256)
    let client = try served.connectServed()
    var others: [SocketEnd] = []
    for number in 1...200 {
      others.append(try served.connect())
      try client.write("client count\n")
      #expect(try client.readLine() == "\(number + 1) clients")
    }
  }

  /// The listener's queue is full of clients that connected before the command was sent.
  @Test func manyClientsThatConnectWhileTheServerIsBusyAreThere() throws {
    let served = try ServedEchoes(clientLimit: 256)
    let client = try served.connectServed()
    try client.write("pause\n")
    let others = try (0..<100).map { _ in try served.connect() }
    try client.write("client count\n")
    served.resume()
    #expect(try client.readLine() == "pause")
    #expect(try client.readLine() == "101 clients")
    withExtendedLifetime(others) {}
  }

  @Test func theClientOfADescriptorEndsTheSession() throws {
    let (client, descriptor) = try SocketEnd.pair()
    let served = try ServedEchoes(descriptor: descriptor)
    try client.write("one\n")
    #expect(try client.readLine() == "one")
    #expect(served.state.names == ["ipc"])
    client.endWriting()
    #expect(try client.readLine() == nil)
    _ = try served.connectServed()
    #expect(served.state.quitCount == 1)
  }

  @Test func commandsAreReadFromAPipe() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let served = try ServedEchoes(descriptor: ends[0])
    #expect(write(ends[1], "one\ntwo\n", 8) == 8)
    close(ends[1])
    // The turn that accepts another client comes after the pipe's.
    while served.state.quitCount == 0 { _ = try served.connectServed() }
    #expect(served.state.lines.filter { $0 != "hello" } == ["one", "two"])
  }

  @Test func descriptorsThatCannotBeUsedAreRefused() throws {
    #expect(throws: IPCServerError.descriptor(EBADF)) { try ServedEchoes(descriptor: 1_000_000) }
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(throws: IPCServerError.descriptor(EBADF)) { try ServedEchoes(descriptor: ends[1]) }
    let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(datagrams) }
    #expect(throws: IPCServerError.descriptor(EPROTOTYPE)) {
      try ServedEchoes(descriptor: datagrams)
    }
  }

  @Test func stoppingDisconnectsAllAndRemovesTheSocket() throws {
    let served = try ServedEchoes()
    let clients = [try served.connectServed(), try served.connectServed()]
    served.server.stop()
    for client in clients { #expect(try client.readLine() == nil) }
    #expect(access(served.path, F_OK) != 0)
    #expect(served.state.closedCount == 2)
    served.server.stop()
    // Nothing is sent to a client that was disconnected.
    served.state.outputs[0].send([10])
  }

  @Test func aServerThatNeverBeganRemovesItsSocket() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("socket")
    let server = try IPCServer(
      listeningAt: Array(path.utf8), clientLimit: 1, makeClient: { _, _ in Unused() })
    #expect(access(path, F_OK) == 0)
    server.stop()
    #expect(access(path, F_OK) != 0)
  }

  private final class Unused: ConnectedClient {
    func receive(line: ArraySlice<UInt8>) {}
    func close() {}
  }
}
