import PlayheadAudio
import PlayheadLocking
import PlayheadTimekeeping

/// An output to a device that exists only in a test.
///
/// It plays on a host clock, and records which samples were heard and when. On a `ManualHostClock` the same calls
/// always give the same sound, and `onChange` is called only while the clock is advanced.
public final class FakeAudioOutput: AudioOutput {
  private struct State {
    var playback: FakeAudioPlayback
    /// Nil once the output is closed.
    var onChange: (@Sendable () -> Void)?
    var routine: (any HostRoutine)?
  }

  /// The format of the samples to write: the device's only format, or the one that was requested.
  public let format: AudioFormat
  private let clock: any HostClock
  private let state: Locked<State>

  init(
    _ device: FakeAudioDevice, format: AudioFormat, clock: any HostClock,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.format = device.format ?? format
    self.clock = clock
    state = Locked(
      State(
        playback: FakeAudioPlayback(device, format: self.format, now: clock.now),
        onChange: onChange))
    let routine = clock.makeRoutine(on: .worker("fake-audio")) { [weak self] in
      self?.step() ?? .wait(until: nil)
    }
    state.withLock { $0.routine = routine }
    // So that the events happen even if nothing is played.
    routine.wake()
  }

  deinit {
    state.withLock { $0.routine.take() }?.stop()
  }

  /// What the output knows now.
  public var status: AudioOutputStatus { read { $0.status } }

  public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    precondition(
      samples.count % format.channelCount == 0, "A sample has one value of each channel")
    return change { $0.write(samples) }
  }

  /// Starts to play, or continues after `pause`.
  public func start() { change { $0.request(.start) } }

  /// Stops playing. Samples that the device has already taken are still heard.
  public func pause() { change { $0.request(.pause) } }

  /// Discards the samples that the device has not taken yet.
  public func flush() { change { $0.request(.flush) } }

  /// Plays all samples written even if they are fewer than the device waits for.
  public func drain() { change { $0.request(.drain) } }

  /// Asks for a new reading.
  public func requestReading() { change { $0.request(.read) } }

  /// Stops at once. `status` no longer changes, and `onChange` is not called any more.
  public func close() {
    let now = clock.now
    let (onChange, routine) = state.withLock { state in
      state.playback.close(at: now)
      return (state.onChange.take(), state.routine.take())
    }
    routine?.stop()
    withExtendedLifetime(onChange) {}
  }

  /// Whether the output has been closed.
  public var isClosed: Bool { state.withLock { $0.routine == nil } }

  /// All samples that the device has taken, interleaved: sample 0 first, each sample once. Samples that
  /// a flush discarded are not included.
  public var takenSamples: [Float] { read { $0.takenSamples } }

  /// Returns how many samples had been heard at a host instant, with the heard part of the current sample.
  ///
  /// - Parameter instant: A host instant that has passed.
  /// - Returns: The number of samples, which does not change while silence is heard.
  public func samplesHeard(at instant: HostInstant) -> Double {
    read { $0.samplesHeard(at: instant) }
  }

  private func step() -> HostRoutineNext {
    let now = clock.now
    let onChange = state.withLock { state in
      state.playback.advance(to: now)
      return state.playback.clearNotice() ? state.onChange : nil
    }
    onChange?()
    return .wait(until: state.withLock { $0.playback.nextInstant })
  }

  private func read<Result>(_ body: (inout FakeAudioPlayback) -> Result) -> Result {
    let now = clock.now
    return state.withLock { state in
      state.playback.advance(to: now)
      return body(&state.playback)
    }
  }

  private func change<Result>(_ body: (inout FakeAudioPlayback) -> Result) -> Result {
    let now = clock.now
    let (result, routine) = state.withLock { state in
      state.playback.advance(to: now)
      let result = body(&state.playback)
      state.playback.advance(to: now)
      return (result, state.routine)
    }
    routine?.wake()
    return result
  }
}
