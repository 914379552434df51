import Foundation
import PlayheadLocking
import PlayheadTestEnvironment

@testable import PlayheadRemoteControl

/// A server that sends each line back to its client, and a record of the lines.
final class ServedEchoes: Sendable {
  struct State {
    var lines: [String] = []
    var names: [String] = []
    var outputs: [ClientOutput] = []
    var closedCount = 0
    var notices: [IPCServer.Notice] = []
    var quitCount = 0
  }

  private final class Echo: ConnectedClient {
    let output: ClientOutput
    let state: Recorded

    init(_ output: ClientOutput, _ state: Recorded) { (self.output, self.state) = (output, state) }

    func receive(line: ArraySlice<UInt8>) {
      let text = String(decoding: line, as: UTF8.self)
      state.state.withLock { $0.lines.append(text) }
      // A line `100000 x` is answered by that many bytes.
      let count = text.split(separator: " ").first.flatMap { Int($0) } ?? 0
      if text == "pause" { state.resumption.wait() }
      if text == "client count" {
        let clients = state.state.withLock { $0.outputs.count }
        return output.send(Array("\(clients) clients\n".utf8))
      }
      output.send(count > 0 ? [UInt8](repeating: 0x78, count: count - 1) + [10] : line + [10])
    }

    func close() { state.state.withLock { $0.closedCount += 1 } }
  }

  private final class Recorded: Sendable {
    let state = Locked(State())
    let resumption = DispatchSemaphore(value: 0)
  }

  let server: IPCServer
  let path: String
  private let folder: TemporaryDirectory
  private let recorded = Recorded()

  init(
    in folder: TemporaryDirectory? = nil, descriptor: Int32? = nil, clientLimit: Int = 8,
    owner: uid_t = geteuid(), path: String? = nil
  ) throws {
    let folder = try folder ?? TemporaryDirectory()
    self.folder = folder
    let socket = path ?? folder.path("socket")
    self.path = socket
    let recorded = recorded
    server = try IPCServer(
      listeningAt: Array(socket.utf8), connectedTo: descriptor, clientLimit: clientLimit,
      owner: owner,
      notify: { notice in recorded.state.withLock { $0.notices.append(notice) } },
      quit: { recorded.state.withLock { $0.quitCount += 1 } },
      makeClient: { name, output in
        recorded.state.withLock {
          $0.names.append(name)
          $0.outputs.append(output)
        }
        return Echo(output, recorded)
      })
    server.begin()
  }

  deinit { server.stop() }

  var state: State { recorded.state.withLock { $0 } }

  /// Lets the server go on after it has received the line `pause`.
  func resume() { recorded.resumption.signal() }

  func connect() throws -> SocketEnd { try SocketEnd(path: path) }

  /// Connects a client that is served already.
  func connectServed() throws -> SocketEnd {
    let client = try connect()
    try client.write("hello\n")
    guard try client.readLine() == "hello" else { throw POSIXError(.EPROTO) }
    return client
  }
}
