import PlayheadAudio
import PlayheadLocking

/// A sound server whose streams a test chooses, and which answers at once or not at all.
final class FakeSoundServer: SoundServer {
  private struct State {
    var streams: [SoundStream]?
    var answers = true
    var requestCount = 0
    var isClosed = false
  }

  private let state: Locked<State>

  init(_ streams: [SoundStream]?) { state = Locked(State(streams: streams)) }

  func requestStreams(_ answer: @escaping @Sendable ([SoundStream]?) -> Void) {
    let (streams, answers) = state.withLock { state in
      state.requestCount += 1
      return (state.streams, state.answers)
    }
    if answers { answer(streams) }
  }

  func close() { state.withLock { $0.isClosed = true } }

  func set(_ streams: [SoundStream]?, answers: Bool = true) {
    state.withLock { ($0.streams, $0.answers) = (streams, answers) }
  }

  var requestCount: Int { state.withLock { $0.requestCount } }
  var isClosed: Bool { state.withLock { $0.isClosed } }
}
