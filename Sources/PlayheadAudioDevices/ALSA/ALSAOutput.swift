import PlayheadAudio
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// Plays on a device of ALSA, without a sound server.
///
/// A routine gives the device its samples, reads its state, and calls `onChange`.
final class ALSAOutput: AudioOutput {
  let format: AudioFormat

  private let content: Content
  private let routine: any HostRoutine

  /// The state that the routine and the output share.
  private final class Content: Sendable {
    let state: Locked<ALSAOutputState>
    /// Nil once the output is closed.
    private let onChange: Locked<(@Sendable () -> Void)?>

    init(_ device: ALSADevice, onChange: @escaping @Sendable () -> Void) {
      state = Locked(ALSAOutputState(device))
      self.onChange = Locked(onChange)
    }

    func end() {
      let device = state.withLock { $0.close() }
      let onChange = onChange.withLock { $0.take() }
      device?.close()
      withExtendedLifetime(onChange) {}
    }

    func step() -> HostRoutineNext {
      let (hasChanged, delay) = state.withLock { $0.advance() }
      if hasChanged { onChange.withLock { $0 }?() }
      return .wait(until: delay.map { SystemHostClock.shared.now.advanced(by: $0) })
    }
  }

  /// Creates an output that does not play yet.
  init(_ device: ALSADevice, onChange: @escaping @Sendable () -> Void) {
    let content = Content(device, onChange: onChange)
    format = device.format
    self.content = content
    routine = SystemHostClock.shared.makeRoutine(on: .worker("playhead-alsa")) { content.step() }
  }

  deinit { close() }

  var status: AudioOutputStatus { content.state.withLock { $0.status } }

  func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    precondition(
      samples.count.isMultiple(of: format.channelCount), "A sample has one value of each channel")
    let count = content.state.withLock { $0.write(samples) }
    if count > 0 { routine.wake() }
    return count
  }

  func start() { change { $0.start() } }

  func pause() { change { $0.pause() } }

  func flush() { change { $0.flush() } }

  func drain() { change { $0.drain() } }

  func requestReading() { change { $0.requestReading() } }

  func close() {
    routine.stop()
    content.end()
  }

  private func change(_ body: (inout ALSAOutputState) -> Void) {
    content.state.withLock { body(&$0) }
    routine.wake()
  }
}
