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
/// Everything happens on the queue of its sender.
final class LTCDevice: TimecodeFollowing {
  typealias Input = PlayheadProgress
  typealias Failure = Never

  private struct State {
    var output: (any AudioOutput)?
    var clock: SampleClock
    var timer: (any HostTimer)?
    var nextReading: HostInstant
    var waveform: LTCWaveform
    var hasCourse = false
    var subscription: (any Subscription)?
  }

  /// The pause between writes, in nanoseconds.
  private static let pause: Int64 = 10_000_000

  let playhead: ObjectIdentifier
  private let opener: any AudioOutputOpener
  private let channel: Int?
  private let clock: any HostClock
  private let report: @Sendable (TimecodeFailure) -> Void
  private let state: Locked<State>

  /// Creates a device that is not open.
  ///
  /// - Parameters:
  ///   - playhead: The object that is followed.
  ///   - opener: Opens the output.
  ///   - channel: The channel that carries the code, counted from 1. The others are silent. Nil for a sound of
  ///     one channel.
  ///   - waveform: The code.
  ///   - clock: The clock of the playhead.
  ///   - report: Called with the reason if the output cannot be opened, or is lost.
  init(
    _ playhead: ObjectIdentifier, _ opener: any AudioOutputOpener, channel: Int?,
    _ waveform: LTCWaveform, clock: any HostClock,
    report: @escaping @Sendable (TimecodeFailure) -> Void
  ) {
    (self.playhead, self.opener, self.channel) = (playhead, opener, channel)
    (self.clock, self.report) = (clock, report)
    state = Locked(
      State(
        clock: SampleClock(sampleRate: LTCSound.sampleRate), nextReading: clock.now,
        waveform: waveform))
  }

  func open(on queue: DispatchQueue) {
    // Two at least, because one is heard on all channels.
    let channelCount = channel.map { max($0, 2) } ?? 1
    let format = AudioFormat(sampleRate: LTCSound.sampleRate, channelCount: channelCount)
    let output: any AudioOutput
    do throws(AudioError) {
      output = try opener.open(format, interruption: Interruption(), onChange: {})
    } catch {
      return report(.sound(error))
    }
    if let channel, output.format.channelCount < channel {
      output.close()
      return report(.sound(AudioError("channel \(channel)", .noDevice)))
    }
    let timer = clock.makeTimer(on: queue) { [weak self] in self?.feed() }
    state.withLock { state in
      state.output = output
      state.timer = timer
      state.clock = SampleClock(sampleRate: output.format.sampleRate)
    }
    output.start()
    timer.fire()
  }

  func receive(subscription: any Subscription) {
    state.withLock { $0.subscription = subscription }
    subscription.request(.unlimited)
  }

  func receive(_ progress: PlayheadProgress) -> Subscribers.Demand {
    let output = state.withLock { state -> (any AudioOutput)? in
      guard state.output != nil else { return nil }
      let course = PlayheadCourse(progress, isFirst: !state.hasCourse)
      state.hasCourse = true
      state.waveform.note(course)
      return course.change == nil ? nil : state.output
    }
    // Samples that the device has not taken belong to the course before.
    output?.flush()
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

  /// Writes what the output takes.
  private func feed() {
    guard
      let (output, timer) = state.withLock({ state in
        state.output.flatMap { output in state.timer.map { (output, $0) } }
      })
    else { return }
    let status = output.status
    if let error = status.error {
      end()
      return report(.sound(error))
    }
    let now = clock.now
    let (samples, readsNext) = state.withLock { state in
      if let reading = status.reading { state.clock.add(reading, at: now) }
      let readsNext = now >= state.nextReading
      if readsNext { state.nextReading = now.advanced(by: state.clock.readingInterval) }
      guard !status.isFlushing, status.writableSampleCount > 0 else {
        return ([Float](), readsNext)
      }
      state.clock.setSamplesWritten(status.nextSample, at: now)
      let rate = output.format.sampleRate
      let ahead = Double(status.nextSample) - state.clock.samplesHeard(at: now)
      let heard = now.advanced(byNanoseconds: Int64(nearest: ahead / Double(rate) * 1e9))
      let count = min(status.writableSampleCount, rate / 10)
      let code =
        state.clock.isPlaying
        ? state.waveform.samples(count, from: heard, sampleRate: rate)
        : [Float](repeating: 0, count: count)
      return (interleaved(code, output.format.channelCount), readsNext)
    }
    let taken = samples.withUnsafeBufferPointer { output.write($0) }
    if taken > 0 {
      state.withLock { $0.clock.setSamplesWritten(status.nextSample + Int64(taken), at: now) }
    }
    if readsNext { output.requestReading() }
    timer.arm(at: now.advanced(byNanoseconds: Self.pause))
  }

  private func interleaved(_ code: [Float], _ channelCount: Int) -> [Float] {
    if channelCount == 1 { return code }
    guard let channel else { return code.flatMap { Array(repeating: $0, count: channelCount) } }
    var samples = [Float](repeating: 0, count: code.count * channelCount)
    for (index, value) in code.enumerated() { samples[index * channelCount + channel - 1] = value }
    return samples
  }
}
