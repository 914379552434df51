import Glibc
import PlayheadTimekeeping

/// The work of the server's thread: waits for all clients, accepts new ones, and gives each its turn.
///
/// Not Sendable: after `IPCServer` has started its thread, only that one uses it.
final class ServerLoop {
  typealias MakeClient = (_ name: String, _ output: ClientOutput) -> any ConnectedClient

  /// Connections accepted in a turn: all that can wait, so that clients connected before a command see its effects.
  private static let acceptancesPerTurn = Int(ListeningSocket.backlog) + 1
  /// How long none is accepted after the process had no descriptor for one, in milliseconds.
  private static let pause: Int32 = 100

  private let bell: Bell
  private let clientLimit: Int
  private let makeClient: MakeClient
  private let notify: (IPCServer.Notice) -> Void
  private var listener: ListeningSocket?
  private var connections: [ClientConnection] = []
  private var notices: Set<IPCServer.Notice> = []
  /// How many connections were accepted.
  private var count = 0
  private var isExhausted = false

  init(
    _ bell: Bell, listener: ListeningSocket?, clientLimit: Int, makeClient: @escaping MakeClient,
    notify: @escaping (IPCServer.Notice) -> Void
  ) {
    self.bell = bell
    self.listener = listener
    self.clientLimit = clientLimit
    self.makeClient = makeClient
    self.notify = notify
  }

  /// Serves the client of a descriptor, which the connection closes.
  func connect(
    _ descriptor: Int32, name: String, isSocket: Bool = true, ended: @escaping () -> Void = {}
  ) {
    let output = ClientOutput(descriptor, isWritable: isSocket) { [bell] in bell.ring() }
    connections.append(
      ClientConnection(output, makeClient(name, output), isSocket: isSocket, ended: ended))
  }

  /// Waits for clients or the bell; new clients are accepted before commands are carried out, to miss no events.
  func turn() {
    var polled = [pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)]
    polled.append(
      pollfd(
        fd: isExhausted ? -1 : listener?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    for connection in connections {
      polled.append(
        pollfd(fd: connection.output.descriptor, events: connection.interest, revents: 0))
    }
    let isAnyReady = connections.contains(where: \.isReady)
    let found = poll(
      &polled, nfds_t(polled.count), isAnyReady ? 0 : isExhausted ? Self.pause : -1)
    if found < 0 { return }
    let mayAccept = !isExhausted
    isExhausted = false
    if polled[0].revents != 0 { bell.silence() }
    for (connection, polled) in zip(connections, polled[2...])
    where polled.revents != 0 || connection.isReady {
      connection.transfer(polled.revents)
    }
    removeOver()
    // Not only if the listener was polled: a client may have connected since.
    if mayAccept { accept() }
    for connection in connections where connection.isReady { connection.carryOutLines() }
    removeOver()
  }

  private func removeOver() {
    for connection in connections where connection.isOver {
      if connection.isUnread { notifyOnce(.unread(bytes: ClientOutput.greatestBacklog)) }
      connection.ended()
    }
    connections.removeAll(where: \.isOver)
  }

  /// Disconnects all clients and removes the socket.
  func end() {
    listener = nil
    for connection in connections { connection.close() }
    connections = []
  }

  private func accept() {
    let isFull = connections.count >= clientLimit
    for _ in 0..<Self.acceptancesPerTurn {
      switch listener?.accept() {
      case .connection(let descriptor) where isFull:
        // Only one in a turn: before the next one, clients that have left are noticed.
        close(descriptor)
        return notifyOnce(.refused(limit: clientLimit))
      case .connection(let descriptor):
        connect(descriptor, name: "ipc_\(count)")
        count += 1
        if connections.count >= clientLimit { return }
      case .refused: continue
      case .exhausted:
        isExhausted = true
        return
      case .allAccepted, nil: return
      }
    }
  }

  /// Reports what a client did, once of each kind: a client could do it over and over.
  private func notifyOnce(_ notice: IPCServer.Notice) {
    if notices.insert(notice).inserted { notify(notice) }
  }
}
