import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping
import PlayheadLocking

/// An output on a manual clock that keeps only its newest samples.
final class EndlessOutput: AudioOutput, AudioOutputOpener {
  private struct State {
    var start: HostInstant?
    var written: Int64 = 0
    var kept: [Float] = []
    var status = AudioOutputStatus()
  }

  let format = AudioFormat(sampleRate: 8_000, channelCount: 1)
  private let clock: any HostClock
  private let samplesPerSecond: Double
  private let state = Locked(State())

  /// Creates an output whose device is faster by parts per million.
  init(_ clock: any HostClock, drift: Double) {
    self.clock = clock
    samplesPerSecond = Double(format.sampleRate) * (1 + drift / 1e6)
  }

  func open(
    _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
  ) throws(AudioError) -> any AudioOutput { self }

  /// The number of samples heard at an instant: a sample is heard 50 ms after it is taken.
  func samplesHeard(at instant: HostInstant) -> Double {
    state.withLock { taken($0, at: instant) } - 0.05 * samplesPerSecond
  }

  /// The newest samples, and the number of the first one.
  var newestSamples: (first: Int64, samples: [Float]) {
    state.withLock { ($0.written - Int64($0.kept.count), $0.kept) }
  }

  var status: AudioOutputStatus {
    state.withLock { state in
      let taken = taken(state, at: clock.now)
      // It has run out of samples.
      if taken > Double(state.written) { state.status.underrunCount += 1 }
      state.status.nextSample = state.written
      state.status.writableSampleCount = max(0, 1_600 - Int(state.written) + Int(taken))
      return state.status
    }
  }

  func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
    state.withLock { state in
      state.start = state.start ?? clock.now
      state.written += Int64(samples.count)
      state.kept += samples
      if state.kept.count > 200_000 { state.kept.removeFirst(100_000) }
    }
    return samples.count
  }

  func requestReading() {
    state.withLock { state in
      guard state.start != nil else { return }
      let taken = taken(state, at: clock.now)
      state.status.answeredRequestCount += 1
      state.status.reading = AudioReading(
        instant: clock.now, samplesWritten: state.written, samplesRead: Int64(taken),
        latency: .nanoseconds(
          Int64(50_000_000 - (taken - taken.rounded(.down)) / samplesPerSecond * 1e9)),
        isPlaying: true)
    }
  }

  func start() {}
  func pause() {}
  func flush() {}
  func drain() {}
  func close() {}

  private func taken(_ state: State, at instant: HostInstant) -> Double {
    (state.start ?? instant).duration(to: instant) / .seconds(1) * samplesPerSecond
  }
}
