import Audio
import Locking
import Media

/// Opens one output for several consecutive players. Each has its own lane.
///
/// The first player opens the output, and the last one closes it.
final class SharedAudioOutputOpener: AudioOutputOpener {
  private let opener: any AudioOutputOpener
  /// Locked while an output is opened, so that there is only one.
  private let current = Locked<SharedAudioOutput?>(nil)

  init(_ opener: any AudioOutputOpener) {
    self.opener = opener
  }

  func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput {
    let (result, previous) = current.withLock {
      current -> (Result<any AudioOutput, AudioError>, SharedAudioOutput?) in
      if let lane = current?.makeLane(onChange: onChange) { return (.success(lane), nil) }
      let previous = current.take()
      do throws(AudioError) {
        let listeners = SharedAudioOutput.Listeners()
        let output = try opener.open(format, interruption: interruption) { listeners.call() }
        let shared = SharedAudioOutput(output, listeners)
        current = shared
        return (.success(shared.makeFirstLane(onChange: onChange)), previous)
      } catch {
        return (.failure(error), previous)
      }
    }
    withExtendedLifetime(previous) {}
    return try result.get()
  }
}
