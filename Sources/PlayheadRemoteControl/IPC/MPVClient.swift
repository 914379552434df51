import PlayheadLocking

/// One client of mpv's JSON IPC.
///
/// All members may be called from any thread, and `receive` by one thread at a time.
public final class MPVClient: Sendable {
  /// The name, as other clients address it.
  public let name: String
  let interface: MPVInterface
  let state = Locked(ClientState())
  private let send: @Sendable ([UInt8]) -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - name: The name, which no other client of the interface has: mpv calls the first `ipc_0`.
  ///   - interface: The interface of the session.
  ///   - send: Takes bytes for the client: whole lines, each with its newline. It must not block, and
  ///     must not call the client.
  public init(
    name: String, interface: MPVInterface, send: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.name, self.interface, self.send) = (name, interface, send)
    let tracker = interface.tracker
    state.withLock { $0.tracker = tracker }
    interface.add(self)
  }

  /// Takes one line of the client, and carries it out. The reply is sent before it returns, or by
  /// another thread that is sending; what the command changes is reported after it.
  ///
  /// - Parameter line: The line, without its newline.
  public func receive(line: ArraySlice<UInt8>) {
    state.withLock { $0.commandCount += 1 }
    let reply = CommandRunner(client: self).answer(line)
    state.withLock { state in
      state.add(reply: reply)
      state.commandCount = max(state.commandCount - 1, 0)
    }
    sendWaiting()
  }

  /// Stores the player that the lines just read are about, until all of them have been carried out.
  func expectLines(_ areExpected: Bool) {
    let old = state.withLock { state in
      defer { state.playerWhenRead = areExpected ? state.tracker.player : nil }
      return state.playerWhenRead
    }
    withExtendedLifetime(old) {}
  }

  /// Ends the observers: nothing more is sent.
  public func close() {
    // The old state is released without the lock.
    let old = state.withLock { state in
      defer { state = .closed }
      return state
    }
    interface.remove(self)
    withExtendedLifetime(old) {}
  }

  /// Sends an item, after the reply to a command that is being carried out.
  func add(_ item: ClientItem) {
    state.withLock { $0.add(item) }
    sendWaiting()
  }

  var interest: Interest { state.withLock { $0.interest } }

  /// Sends what waits, unless another thread does.
  private func sendWaiting() {
    while let work = state.withLock({ $0.beginWork() }) {
      switch work {
      case .bytes(let bytes): send(bytes)
      case .item(let item):
        let lines = lines(of: item)
        if !lines.isEmpty { send(lines) }
      }
      state.withLock { $0.finishWork() }
    }
  }
}

extension MPVClient: ConnectedClient {}
