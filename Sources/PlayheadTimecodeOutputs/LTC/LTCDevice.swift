import Dispatch
import PlayheadAudio
import PlayheadCore
import PlayheadLocking
import PlayheadMedia
import PlayheadTimecode
import PlayheadTimekeeping
import PortableCombine

/// Plays linear timecode of one playhead on an audio output, whose samples are heard when the playhead is at
/// their timecode. While the playhead stands it plays silence, except a single frame for each move.
///
/// Few samples are written ahead, so that a change is heard soon. At a change they are not discarded: the device would
/// run out of samples, and it would not be known when the next ones are heard. A device that has run out of samples,
/// because the machine is busy, gets as many as it takes from then on. An output that is lost is opened again.
///
/// Everything happens on the queue of its sender.
final class LTCDevice: TimecodeFollowing {
  typealias Input = PlayheadProgress
  typealias Failure = Never

  private struct State {
    /// Nil while it cannot be opened.
    var output: (any AudioOutput)?
    /// The failed attempts to open it.
    var failureCount = 0
    var clock = SampleClock(sampleRate: LTCSound.sampleRate)
    var line = SteadyLine()
    var underrunCount = 0
    var timer: (any HostTimer)?
    var nextReading = HostInstant(nanoseconds: .min)
    var waveform: LTCWaveform
    var hasCourse = false
    var subscription: (any Subscription)?
  }

  /// The pause between writes.
  private static let pause = Duration.milliseconds(10)
  /// How much is written that the device has not taken, until it has run out of samples.
  private static let ahead = Duration.milliseconds(100)
  /// The pause before a lost output is opened again, and the one after ten attempts.
  private static let reopeningPauses = (Duration.milliseconds(100), Duration.seconds(1))

  let playhead: ObjectIdentifier
  private let opener: any AudioOutputOpener
  private let channel: Int?
  private let clock: any HostClock
  private let report: @Sendable (TimecodeFailure) -> Void
  private let recordSuccess: @Sendable () -> Void
  private let state: Locked<State>

  /// Creates a device that is not open; `report` is called when it cannot be opened or is lost.
  init(
    _ playhead: ObjectIdentifier, _ opener: any AudioOutputOpener, channel: Int?,
    _ waveform: LTCWaveform, clock: any HostClock,
    report: @escaping @Sendable (TimecodeFailure) -> Void,
    recordSuccess: @escaping @Sendable () -> Void = {}
  ) {
    (self.playhead, self.opener, self.channel) = (playhead, opener, channel)
    (self.clock, self.report, self.recordSuccess) = (clock, report, recordSuccess)
    state = Locked(State(waveform: waveform))
  }

  func open(on queue: DispatchQueue) {
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.feed() }
    state.withLock { $0.timer = timer }
    feed()
  }

  func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    subscription.request(.unlimited)
  }

  func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    state.withLock { state in
      state.waveform.record(PlayheadCourse(progress, isFirst: !state.hasCourse))
      state.hasCourse = true
    }
    feed()
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { end() }

  func end(at progress: PlayheadProgress) { end() }

  func end() {
    let (subscription, timer, output) = state.withLock { state in
      (state.subscription.take(), state.timer.take(), state.output.take())
    }
    subscription?.cancel()
    timer?.cancel()
    output?.close()
  }

  // MARK: The output

  /// Writes what the output takes, and opens it if it is not open.
  private func feed() {
    guard let timer = state.withLock({ $0.timer }) else { return }
    if let error = state.withLock({ $0.output })?.status.error {
      state.withLock { $0.output.take() }?.close()
      fail(error, timer)
    } else if let output = state.withLock({ $0.output }) {
      write(to: output)
      timer.arm(at: clock.now.advanced(by: Self.pause))
    } else if clock.now >= state.withLock({ $0.nextReading }) {
      open(timer)
    }
  }

  private func open(_ timer: any HostTimer) {
    // Two at least, because one is heard on all channels.
    let channelCount = channel.map { max($0, 2) } ?? 1
    let format = AudioFormat(sampleRate: LTCSound.sampleRate, channelCount: channelCount)
    let output: any AudioOutput
    do throws(AudioError) {
      output = try opener.open(format, interruption: Interruption()) { timer.fire() }
    } catch {
      return fail(error, timer)
    }
    if let channel, output.format.channelCount < channel {
      output.close()
      end()
      return report(.sound(AudioError("channel \(channel)", .noDevice)))
    }
    let isEnded = state.withLock { state in
      (state.clock, state.line) = (SampleClock(sampleRate: output.format.sampleRate), SteadyLine())
      (state.output, state.failureCount, state.underrunCount) = (output, 0, 0)
      state.nextReading = clock.now
      return state.timer == nil
    }
    if isEnded { return end() }
    output.start()
    timer.fire()
  }

  private func fail(_ error: AudioError, _ timer: any HostTimer) {
    let (first, further) = Self.reopeningPauses
    let instant = state.withLock { state in
      state.failureCount = min(state.failureCount, 10) + 1
      state.nextReading = clock.now.advanced(by: state.failureCount > 10 ? further : first)
      return state.nextReading
    }
    timer.arm(at: instant)
    report(.sound(error))
  }

  private func write(to output: any AudioOutput) {
    let (status, now) = (output.status, clock.now)
    let (samples, readsNext) = state.withLock { state in
      if let reading = status.reading { state.clock.add(reading, at: now) }
      if status.underrunCount != state.underrunCount {
        state.underrunCount = status.underrunCount
        state.clock.recordUnderrun(at: now)
        state.nextReading = now
      }
      let readsNext = now >= state.nextReading
      if readsNext { state.nextReading = now.advanced(by: state.clock.readingInterval) }
      return (Self.samples(&state, status, output.format, at: now), readsNext)
    }
    if !samples.isEmpty {
      let sound = interleaved(samples, output.format.channelCount)
      let taken = sound.withUnsafeBufferPointer { output.write($0) }
      state.withLock { $0.clock.setSamplesWritten(status.nextSample + Int64(taken), at: now) }
      recordSuccess()
    }
    if readsNext { output.requestReading() }
  }

  private static func samples(
    _ state: inout State, _ status: AudioOutputStatus, _ format: AudioFormat, at now: HostInstant
  ) -> [Float] {
    let rate = format.sampleRate
    var waiting = status.nextSample
    if let reading = status.reading {
      let taken = reading.instant.duration(to: now) / .seconds(1) * Double(rate)
      waiting -= reading.samplesRead + (reading.isPlaying ? Int64(nearest: taken) : 0)
    }
    let room =
      state.underrunCount > 0
      ? .max : Int64(ahead / .seconds(1) * Double(rate)) - max(waiting, 0)
    let count = min(status.writableSampleCount, Int(clamping: room))
    guard count > 0 else { return [] }
    guard
      let (start, end) = state.line.instants(of: count, from: status.nextSample, by: state.clock)
    else { return [Float](repeating: 0, count: count) }
    return state.waveform.samples(count, from: status.nextSample, heardFrom: start, until: end)
  }

  private func interleaved(_ code: [Float], _ channelCount: Int) -> [Float] {
    if channelCount == 1 { return code }
    guard let channel else { return code.flatMap { Array(repeating: $0, count: channelCount) } }
    var samples = [Float](repeating: 0, count: code.count * channelCount)
    for (index, value) in code.enumerated() { samples[index * channelCount + channel - 1] = value }
    return samples
  }
}
