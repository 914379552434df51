import Glibc
import PlayheadInterprocess

/// What a connection carries its lines to.
protocol ConnectedClient: AnyObject, Sendable {
  func receive(line: ArraySlice<UInt8>)
  /// Lines have been read and will be received, or all of them have been.
  func expectLines(_ areExpected: Bool)
  func close()
}

extension ConnectedClient {
  func expectLines(_ areExpected: Bool) {}
}

/// One connection: reads the lines of a client, and has them carried out.
///
/// Not Sendable: all members are used on the server's thread. What the client sends from other
/// threads goes through its `ClientOutput`.
final class ClientConnection {
  /// The lines that are carried out before it is another client's turn.
  private static let linesPerTurn = 16
  private static let readLength = 64 << 10

  private enum State {
    case open
    /// The client has sent its last line. It still receives the bytes that wait.
    case ending
    case over
    /// It is over because the client did not read.
    case unread
  }

  let output: ClientOutput
  private let client: any ConnectedClient
  private let isSocket: Bool
  /// Called by the owner after the client has gone or was disconnected.
  let ended: () -> Void
  private var lines = IncomingLines()
  private var state = State.open

  /// Creates a connection. The owner calls `ended` after the client has gone or was disconnected.
  init(
    _ output: ClientOutput, _ client: any ConnectedClient, isSocket: Bool,
    ended: @escaping () -> Void = {}
  ) {
    self.output = output
    self.client = client
    self.isSocket = isSocket
    self.ended = ended
  }

  var isOver: Bool { state == .over || isUnread }

  /// Whether it is over because the client did not read.
  var isUnread: Bool { state == .unread }

  /// The events of `poll` for which the connection waits.
  var interest: Int16 {
    let backlog = output.backlog
    let reads = state == .open && !lines.hasLine && backlog < ClientOutput.congestion
    return (reads ? Int16(POLLIN) : 0) | (backlog > 0 ? Int16(POLLOUT) : 0)
  }

  /// Whether there is work to do without waiting.
  var isReady: Bool {
    state == .open && lines.hasLine && output.backlog < ClientOutput.congestion || output.isCut
  }

  /// Begins a turn: writes what waits, and reads once. The lines are carried out afterwards.
  func transfer(_ events: Int16) {
    if events & Int16(POLLOUT | POLLHUP | POLLERR) != 0 { output.flush() }
    if output.isCut { return close() }
    if state == .open, events & Int16(POLLIN | POLLHUP | POLLERR) != 0, !lines.hasLine { read() }
    endIfNeeded()
  }

  /// Carries out the lines of one turn.
  func carryOutLines() {
    if output.isCut { return close() }
    for _ in 0..<Self.linesPerTurn {
      guard state == .open, output.backlog < ClientOutput.congestion, let line = lines.next() else {
        break
      }
      client.receive(line: line)
    }
    if !lines.hasLine { client.expectLines(false) }
    endIfNeeded()
  }

  func close() {
    guard !isOver else { return }
    if state == .open { client.close() }
    state = output.isCut ? .unread : .over
    output.close()
  }

  private func endIfNeeded() {
    if state == .open, lines.isTooLong { end() }
    if state == .ending, output.backlog == 0 { close() }
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: Self.readLength, alignment: 1) { buffer in
      let count =
        isSocket
        ? recv(output.descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        : Glibc.read(output.descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        client.expectLines(true)
      } else if count == 0 || ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) {
        // A line without a newline is not complete, and is not carried out.
        end()
      }
    }
  }

  private func end() {
    state = .ending
    client.close()
  }
}
