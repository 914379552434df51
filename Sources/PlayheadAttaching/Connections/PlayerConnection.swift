import Dispatch
import Glibc
import PlayheadCore
import PlayheadInterprocess
import PlayheadLocking
import PlayheadTimekeeping

/// A player that is reached by lines on a socket.
///
/// One thread, `playhead-attach`, connects, waits for bytes and reports. Lines to the player are written by
/// the thread that sends them, if the socket takes them at once.
package final class PlayerConnection<Exchange: PlayerProtocol>: PlayerSource {
  struct State {
    var exchange: Exchange
    var pending = PendingBytes()
    /// The socket while it is connected. Only the connection's thread closes it.
    var socket: Int32?
    var process: Int32?
    /// Whether nothing can be written to the socket any more: the player has closed it, at least for reading.
    var isUnwritable = false
    var routine: (any HostRoutine)?
    var deadline: (any HostTimer)?
    var isLate = false
  }

  /// How long a player may take to answer for the first time.
  static var patience: Duration { .seconds(10) }
  /// The bytes that may wait for a player that does not read, before nothing more is sent.
  static var greatestBacklog: Int { 64 << 10 }

  package let name: String
  package let habits: PositionHabits
  let addresses: [PlayerSocket]
  let resolver: HostLookup.Resolver
  let clock: any HostClock
  let bell = Bell()
  let gate = ReportGate()
  let state: Locked<State>

  /// Creates a source that will use the first address that accepts a connection.
  ///
  /// Messages give the player `name`. The resolver may block. The clock also limits the wait for the first answer.
  package init(
    name: String, habits: PositionHabits, addresses: [PlayerSocket],
    resolver: @escaping @Sendable (String, UInt16) throws(SocketFailure) -> [HostAddress] =
      HostAddress.resolve,
    clock: any HostClock = SystemHostClock.shared, exchange: Exchange
  ) {
    (self.name, self.habits, self.addresses, self.clock) = (name, habits, addresses, clock)
    self.resolver = resolver
    state = Locked(State(exchange: exchange))
  }

  package var process: Int32? { state.withLock { $0.process } }

  package func start(_ report: @escaping @Sendable (SourceReport) -> Void) {
    guard gate.open(report) else { return }
    let deadline = clock.makeTimer(on: .global()) { [weak self] in self?.endPatience() }
    // The routine keeps the connection until it is over.
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-attach")) { [self] in
      run()
      return .wait(until: nil)
    }
    state.withLock { ($0.deadline, $0.routine) = (deadline, routine) }
    deadline.arm(at: clock.now.advanced(by: Self.patience))
    routine.wake()
  }

  @discardableResult
  package func read() -> Bool {
    let now = clock.now
    let (owesPosition, isUnwritable) = state.withLock { state in
      guard state.socket != nil else { return (false, false) }
      // A player that does not read owes an answer, too.
      guard state.canSend else { return (true, false) }
      state.send(state.exchange.read(at: now))
      return (state.exchange.owesPosition, state.isUnwritable)
    }
    if isUnwritable { bell.ring() }
    return owesPosition
  }

  package func request(_ request: PlayerRequest) throws(TransportRefusal) {
    let now = clock.now
    let isUnwritable = try state.withLock { state throws(TransportRefusal) in
      guard state.canSend else { throw .unavailable }
      state.send(try state.exchange.request(request, at: now))
      return state.isUnwritable
    }
    if isUnwritable { bell.ring() }
  }

  package func stop() {
    gate.close()
    bell.ring()
  }

  private func endPatience() {
    state.withLock { $0.isLate = !$0.exchange.isGreeted }
    bell.ring()
  }

  /// Connects, and reports until the player is lost or the source is stopped.
  private func run() {
    let loss =
      bell.descriptor < 0 ? .failed(SocketFailure.system(EMFILE).description) : follow()
    let (socket, routine, deadline) = state.withLock {
      ($0.socket.take(), $0.routine.take(), $0.deadline.take())
    }
    if let socket { close(socket) }
    if let loss { gate.deliver([.lost(loss)]) }
    gate.close()
    deadline?.cancel()
    routine?.stop()
  }
}

extension PlayerConnection.State {
  /// Whether there is a connection whose player reads.
  var canSend: Bool {
    socket != nil && !isUnwritable && pending.count < PlayerConnection<Exchange>.greatestBacklog
  }

  /// Sends lines, or keeps those that the socket does not take yet.
  mutating func send(_ lines: [UInt8]) {
    guard socket != nil, !lines.isEmpty else { return }
    pending.append(lines)
    writePending()
  }

  /// Writes lines that wait until the socket takes no more.
  mutating func writePending() {
    guard let socket, !isUnwritable else { return }
    isUnwritable = !pending.write(to: socket)
  }
}
