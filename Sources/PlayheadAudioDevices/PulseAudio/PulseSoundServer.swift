import PlayheadAudio
import PlayheadLocking

/// A sound server that speaks PulseAudio's protocol, and is asked for the streams of all programs.
///
/// The first request loads the client library and connects, as the first one after a failure does. A server
/// that does not run is never started. The thread `playhead-pulse` receives what the server sends.
package final class PulseSoundServer: SoundServer {
  private enum State {
    case idle
    case connected(PulseConnection, PulseStreamList)
    case closed
  }

  private let address: String?
  private let state = Locked(State.idle)

  /// Creates a server at an address as in `PULSE_SERVER`, or the default one. Nothing is loaded yet.
  package init(address: String? = nil) { self.address = address }

  package func requestStreams(_ answer: @escaping @Sendable ([SoundStream]?) -> Void) {
    switch state.withLock({ $0 }) {
    case .closed: return
    case .connected(let connection, let list) where !list.hasFailed:
      connection.withLock { list.request(of: connection.context, answer) }
    case .connected, .idle: connect(answer)
    }
  }

  package func close() { replace(.closed) }

  private func connect(_ answer: @escaping @Sendable ([SoundStream]?) -> Void) {
    do throws(AudioError) {
      let library = try PulseLibrary.load()
      let connection = PulseConnection(library)
      let list = PulseStreamList(library.functions, answer)
      try connection.open(as: "playhead", to: address, for: list, observe: list.observe)
      replace(.connected(connection, list))
    } catch {
      replace(.idle)
      answer(nil)
    }
  }

  /// Changes the state, unless the server was closed. A connection ends when nobody uses it any more.
  private func replace(_ new: State) {
    let old = state.withLock { state in
      if case .closed = state { return new }
      defer { state = new }
      return state
    }
    withExtendedLifetime(old) {}
  }
}
