import PlayheadInterprocess
import Foundation
import PlayheadTestEnvironment
import Testing

@testable import PlayheadRemoteControl

@Suite struct ListeningSocketTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("socket") }

  init() throws { folder = try TemporaryDirectory() }

  private func listen(_ path: String? = nil) throws(IPCServerError) -> ListeningSocket {
    try ListeningSocket(path: Array((path ?? self.path).utf8))
  }

  private func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  @Test func onlyTheUserMayConnect() throws {
    let socket = try listen()
    #expect(status(path).map { $0.st_mode & 0o7777 } == 0o600)
    withExtendedLifetime(socket) {}
  }

  @Test func theSocketIsRemovedAtTheEnd() throws {
    var socket: ListeningSocket? = try listen()
    #expect(status(path) != nil && socket != nil)
    socket = nil
    #expect(status(path) == nil)
  }

  @Test func anotherFileAtThePlaceOfTheSocketIsKept() throws {
    var socket: ListeningSocket? = try listen()
    #expect(socket != nil)
    unlink(path)
    let other = try listen()
    socket = nil
    #expect(status(path) != nil)
    withExtendedLifetime(other) {}
  }

  /// A killed process leaves its socket behind.
  @Test func aSocketOnWhichNobodyListensIsReplaced() throws {
    let address = try SocketAddress(Array(path.utf8))
    let dead = try SocketAddress.makeSocket()
    #expect(address.withSystemAddress { bind(dead, $0, $1) } == 0)
    close(dead)
    let socket = try listen()
    _ = try SocketEnd(path: path)
    guard case .connection(let descriptor) = socket.accept() else {
      Issue.record("not accepted")
      return
    }
    close(descriptor)
  }

  @Test func aSocketOnWhichAnotherProcessListensIsRefused() throws {
    let socket = try listen()
    #expect(throws: IPCServerError.inUse) { try listen() }
    _ = try SocketEnd(path: path)
    guard case .connection(let descriptor) = socket.accept() else {
      Issue.record("not accepted")
      return
    }
    close(descriptor)
  }

  @Test func otherKindsOfFilesAreRefusedAndKept() throws {
    try folder.write(Data("kept".utf8), to: "file")
    #expect(symlink("/nowhere", folder.path("link")) == 0)
    for name in ["file", "link", "."] {
      #expect(throws: IPCServerError.notASocket) { try listen(folder.path(name)) }
      #expect(status(folder.path(name)) != nil)
    }
  }

  @Test func placesWhereNoSocketCanBeAreRefusedWithTheReason() throws {
    let long = "/tmp/" + String(repeating: "x", count: 200)
    #expect(throws: IPCServerError.longPath(limit: 107)) { try listen(long) }
    #expect(throws: IPCServerError.system(ENOENT)) { try listen(folder.path("missing/socket")) }
    #expect(throws: IPCServerError.system(ENOENT)) { try listen("") }
    #expect(
      IPCServerError.longPath(limit: 107).description
        == "longer than the 107 bytes that a socket's path may have")
    #expect(IPCServerError.system(ENOENT).description == "No such file or directory")
  }

  @Test func aNameAfterAnAtSignIsThatOfAnAbstractSocket() throws {
    let name = "@playhead-tests-\(getpid())-\(path.hashValue)"
    let socket = try listen(name)
    #expect(status(name) == nil)
    #expect(throws: IPCServerError.inUse) { try listen(name) }
    let client = try SocketEnd(path: name)
    guard case .connection(let descriptor) = socket.accept() else {
      Issue.record("not accepted")
      return
    }
    close(descriptor)
    #expect(try client.readLine() == nil)
  }

  @Test func connectionsOfOtherUsersAreRefused() throws {
    let socket = try ListeningSocket(path: Array(path.utf8), owner: geteuid() + 1)
    let client = try SocketEnd(path: path)
    guard case .refused = socket.accept() else {
      Issue.record("accepted")
      return
    }
    #expect(try client.readLine() == nil)
    guard case .allAccepted = socket.accept() else {
      Issue.record("another connection")
      return
    }
  }
}
