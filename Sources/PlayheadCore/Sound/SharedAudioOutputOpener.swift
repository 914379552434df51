import PlayheadAudio
import Dispatch
import PlayheadLocking
import PlayheadMedia

/// Opens one output for several consecutive players. Each has its own lane.
///
/// The first player opens the output, and the last one closes it.
final class SharedAudioOutputOpener: AudioOutputOpener {
  private enum State {
    // First, so that the reference has no bits for the case: with them, LeakSanitizer does not find it.
    case open(SharedAudioOutput)
    /// A player opens the output. The semaphores wake those that wait for it.
    case opening([DispatchSemaphore])
    case none
  }

  /// The next action of a player that needs a lane.
  private enum Turn {
    case join(AudioLane)
    case open(replacing: SharedAudioOutput?)
    case wait(DispatchSemaphore)
  }

  private static let greatestSampleRate = 10_000_000
  private static let greatestChannelCount = 64

  private let opener: any AudioOutputOpener
  private let state = Locked(State.none)

  init(_ opener: any AudioOutputOpener) {
    self.opener = opener
  }

  func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput {
    try openLane(format, interruption: interruption, onChange: onChange)
  }

  /// Returns a lane of the output, which is opened if it is not open.
  func openLane(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> AudioLane {
    while true {
      switch nextTurn(onChange: onChange) {
      case .join(let lane): return lane
      case .open(let previous):
        return try openOutput(
          format, replacing: previous, interruption: interruption, onChange: onChange)
      case .wait(let semaphore):
        interruption.onInterrupt {
          semaphore.signal()
        } during: {
          semaphore.wait()
        }
        if interruption.isInterrupted { throw AudioError("audio output", .interrupted) }
      }
    }
  }

  private func nextTurn(onChange: @escaping @Sendable () -> Void) -> Turn {
    state.withLock { state in
      var previous: SharedAudioOutput?
      switch state {
      case .none: break
      case .opening(let waiting):
        let semaphore = DispatchSemaphore(value: 0)
        state = .opening(waiting + [semaphore])
        return .wait(semaphore)
      case .open(let shared):
        if let lane = shared.makeLane(onChange: onChange) { return .join(lane) }
        previous = shared
      }
      state = .opening([])
      return .open(replacing: previous)
    }
  }

  /// Opens the output, without a lock: a server may not answer for long.
  private func openOutput(
    _ format: AudioFormat, replacing previous: SharedAudioOutput?, interruption: Interruption,
    onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> AudioLane {
    let listeners = SharedAudioOutput.Listeners()
    do throws(AudioError) {
      let output = try opener.open(format, interruption: interruption) { listeners.call() }
      guard Self.isPossible(output.format) else {
        output.close()
        throw AudioError("audio output", .refused, detail: "its format is not possible")
      }
      let shared = SharedAudioOutput(output, listeners, replacing: previous)
      let lane = shared.makeFirstLane(onChange: onChange)
      finishOpening(.open(shared))
      return lane
    } catch {
      finishOpening(.none)
      throw error
    }
  }

  /// Whether sound can have a format. Any program may provide an output.
  private static func isPossible(_ format: AudioFormat) -> Bool {
    (1...greatestSampleRate).contains(format.sampleRate)
      && (1...greatestChannelCount).contains(format.channelCount)
  }

  private func finishOpening(_ result: State) {
    let waiting = state.withLock { state -> [DispatchSemaphore] in
      guard case .opening(let waiting) = state else { return [] }
      state = result
      return waiting
    }
    for semaphore in waiting { semaphore.signal() }
  }
}
