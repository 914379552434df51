import PlayheadAudio
import PlayheadLocking

/// The newest answer of a sound server, until it is taken.
///
/// The thread of the server stores it here, so that it never releases a player.
final class StreamAnswer: Sendable {
  private enum State: Sendable {
    case none
    /// The streams; nil if the server cannot be reached.
    case answered([SoundStream]?)
  }

  private let state = Locked(State.none)

  func store(_ streams: [SoundStream]?) { state.withLock { $0 = .answered(streams) } }

  /// Calls the closure with an answer that was not taken.
  func deliver(_ body: ([SoundStream]?) -> Void) {
    let old = state.withLock { state in
      defer { state = .none }
      return state
    }
    if case .answered(let streams) = old { body(streams) }
  }
}
