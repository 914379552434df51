import Glibc
import PlayheadInterprocess
import PlayheadTimekeeping

extension PlayerConnection {
  /// Connects and reports. Returns why the player is lost; nil if the source was stopped.
  func follow() -> SourceReport.Loss? {
    let socket: Int32
    do throws(SocketFailure) {
      guard let made = try connect() else { return lateness }
      socket = made
    } catch {
      return .failed(error.description)
    }
    let now = clock.now
    state.withLock { state in
      state.socket = socket
      state.process = Self.process(at: socket)
      if let process = state.process { state.exchange.connected(to: process) }
      state.send(state.exchange.begin(at: now))
    }
    var lines = IncomingLines()
    var since = now
    // How often a closed socket is read before the rest is dropped, because the player may still send.
    var readsLeft = 16
    while true {
      let (writes, isUnwritable) = state.withLock { (!$0.pending.isEmpty, $0.isUnwritable) }
      // The messages that the player sent before it closed the socket are still read.
      guard
        let events = wait(
          for: socket, writing: writes && !isUnwritable, timeout: isUnwritable ? 0 : -1)
      else { return lateness }
      if events & Int16(POLLOUT) != 0 { state.withLock { $0.writePending() } }
      if isUnwritable { readsLeft -= 1 }
      if events & ~Int16(POLLOUT) != 0, readsLeft > 0 {
        if let loss = receive(from: socket, &lines, &since) { return loss }
      } else if isUnwritable {
        return closure
      }
    }
  }

  /// Returns the process that made the other end of a Unix socket; nil if it is unknown, or on another host.
  private static func process(at socket: Int32) -> Int32? {
    // The structure `ucred`.
    var peer: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: peer))
    let result = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length)
    return result == 0 && peer.process > 0 ? peer.process : nil
  }

  /// Waits for events of a socket: none after the timeout in milliseconds, nil if the source was stopped or the player
  /// is late. Ends without events if nothing can be written any more, or a ring of the bell finds that `isDone`.
  func wait(
    for socket: Int32, writing: Bool, reading: Bool = true, timeout: Int32 = -1,
    until isDone: () -> Bool = { false }
  ) -> Int16? {
    let events = (reading ? Int16(POLLIN) : 0) | (writing ? Int16(POLLOUT) : 0)
    while !gate.isClosed, !state.withLock({ $0.isLate }) {
      var polled = [
        pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socket, events: events, revents: 0),
      ]
      let count = poll(&polled, nfds_t(polled.count), timeout)
      if polled[0].revents != 0 { bell.silence() }
      if isDone() { return 0 }
      if polled[1].revents != 0 || count == 0 || state.withLock({ $0.isUnwritable }) {
        return polled[1].revents
      }
    }
    return nil
  }

  /// Why nothing is waited for any more, if it is not that the source was stopped.
  private var lateness: SourceReport.Loss? {
    gate.isClosed ? nil : .failed("no answer within \(Self.patience.components.seconds) seconds")
  }

  /// Why a player is lost that has closed the connection.
  private var closure: SourceReport.Loss {
    let hasAnswered = state.withLock { $0.exchange.isGreeted }
    return hasAnswered ? .closed : .failed("it closed the connection before it answered")
  }

  /// Reads once, and delivers the reports of the lines. Returns why the player is lost, if it is.
  private func receive(
    from socket: Int32, _ lines: inout IncomingLines, _ since: inout HostInstant
  ) -> SourceReport.Loss? {
    let length = 64 << 10
    let before = clock.now
    let (count, code) = withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { buffer in
      let count = recv(socket, buffer.baseAddress, length, Int32(MSG_DONTWAIT))
      let code = errno
      if count > 0 { lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return (count, code)
    }
    let receipt = MessageReceipt(since: since, received: clock.now)
    if count == 0 { return closure }
    if count < 0 {
      switch code {
      case EAGAIN, EWOULDBLOCK, EINTR: return nil
      case ECONNRESET, EPIPE: return closure
      default: return .failed(SocketFailure.system(code).description)
      }
    }
    let loss = receive(&lines, receipt)
    // The socket had no other bytes then. A message of which a part has arrived was sent earlier.
    if count < length, !lines.hasPart { since = before }
    return loss
  }

  private func receive(
    _ lines: inout IncomingLines, _ receipt: MessageReceipt
  ) -> SourceReport.Loss? {
    var complete: [ArraySlice<UInt8>] = []
    while let line = lines.next() { complete.append(line) }
    let (reports, deadline, isUnread) = state.withLock { state in
      let output = state.exchange.receive(complete, receipt)
      state.send(output.lines)
      let deadline = state.exchange.isGreeted ? state.deadline.take() : nil
      return (output.reports, deadline, state.pending.count > Self.greatestBacklog * 2)
    }
    deadline?.cancel()
    // A report of a loss is the last one.
    let end = reports.firstIndex { if case .lost = $0 { true } else { false } }
    gate.deliver(Array(reports[..<(end ?? reports.endIndex)]))
    if let end, case .lost(let loss) = reports[end] { return loss }
    if isUnread { return .failed("it sends, but does not read") }
    guard lines.isTooLong else { return nil }
    return .failed("a line is longer than \(IncomingLines.longest) bytes")
  }
}
