import Glibc
import PlayheadInterprocess
import PlayheadLocking

/// The output to one client: written at once, except for bytes that its socket does not take yet.
///
/// Sending never blocks. If more is sent while `greatestBacklog` bytes wait, the client does not
/// read, and its connection is cut: nobody waits for it, and it costs a bounded amount of memory.
final class ClientOutput: Sendable {
  /// The waiting bytes after which more output cuts the connection. One message, as a long playlist, may exceed it.
  static let greatestBacklog = 1 << 20
  /// The waiting bytes above which no more commands of the client are carried out, so that replies do not accumulate.
  static let congestion = 64 << 10

  private enum State {
    case open(PendingBytes)
    /// The client cannot receive anything, but its commands are carried out.
    case mute
    /// The client did not read.
    case cut
    case closed
  }

  let descriptor: Int32
  private let state: Locked<State>
  /// Called when bytes have begun to wait, and when the connection was cut.
  private let changed: @Sendable () -> Void

  /// Creates the output to a descriptor, which `close()` closes; `changed`, called without a lock, asks for `flush()`.
  init(_ descriptor: Int32, isWritable: Bool, changed: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.changed = changed
    state = Locked(isWritable ? .open(PendingBytes()) : .mute)
  }

  deinit { close() }

  /// The number of bytes that wait.
  var backlog: Int {
    state.withLock { if case .open(let pending) = $0 { pending.count } else { 0 } }
  }

  /// Whether the connection was cut because the client did not read.
  var isCut: Bool { state.withLock { if case .cut = $0 { true } else { false } } }

  /// Sends bytes, or keeps them. May be called from any thread.
  func send(_ bytes: [UInt8]) {
    let hasChanged = state.withLock { state in
      guard case .open(var pending) = state, !bytes.isEmpty else { return false }
      if pending.count >= Self.greatestBacklog {
        state = .cut
        shutdown(descriptor, Int32(SHUT_RDWR))
        return true
      }
      let wasEmpty = pending.isEmpty
      // Not copied while the state has it, too.
      state = .closed
      pending.append(bytes)
      state = wasEmpty ? write(pending) : .open(pending)
      if case .open(let rest) = state { return wasEmpty && !rest.isEmpty }
      return false
    }
    if hasChanged { changed() }
  }

  /// Writes as much as the socket takes.
  func flush() {
    state.withLock { state in
      guard case .open(let pending) = state, !pending.isEmpty else { return }
      state = .closed
      state = write(pending)
    }
  }

  /// Closes the descriptor. What waits is lost.
  func close() {
    let isFirst = state.withLock { state in
      if case .closed = state { return false }
      state = .closed
      return true
    }
    if isFirst { Glibc.close(descriptor) }
  }

  private func write(_ bytes: consuming PendingBytes) -> State {
    var pending = bytes
    // If the client has closed its end, its earlier commands are still carried out.
    guard pending.write(to: descriptor) else { return .mute }
    return .open(pending)
  }
}
