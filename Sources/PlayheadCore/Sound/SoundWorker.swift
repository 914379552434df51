import Audio
import Media
import Timekeeping

/// The output, the decoder, and the steps of the worker that plays sound.
///
/// It does not retain the player while it decodes, opens or writes.
///
/// Unchecked: only the steps of one routine use it, and they never run concurrently.
final class SoundWorker: @unchecked Sendable {
  private let playback: AudioPlayback
  private let interruption: Interruption
  private let delay: MediaTime
  private var output: (any AudioOutput)?
  private var track: Track?
  private var decoder: (any MediaDecoder)?
  private var chain: SoundChain?
  private var course = SoundCourse(pass: 0, start: .zero)
  private var rate = Rate.normal
  private var gain = SoundGain()
  private var isWriting = false
  /// Whether the output does not know yet which frames a restart has discarded.
  private var isFlushing = false
  /// Whether the output must be drained when everything has been written.
  private var mustDrain = false

  init(_ playback: AudioPlayback, interruption: Interruption) {
    self.playback = playback
    self.interruption = interruption
    delay = MediaTime(playback.delay) ?? .zero
  }

  deinit {
    output?.close()
  }

  /// Takes the next step.
  func step(for player: () -> Player?) -> RoutineNext {
    if let error = output?.status.error {
      output?.close()
      output = nil
      player()?.soundFailed(error)
    }
    let isHungry = write(for: player)
    let status = output?.status
    if status?.hasLostFrames == true {
      output?.flush()
      isFlushing = true
      player()?.soundLost()
      return .again
    }
    let progress = SoundMachine.Progress(
      isHungry: isHungry, isFull: status?.isFull ?? false, end: chain?.end ?? course.start,
      status: status)
    guard let step = player()?.nextSoundStep(progress) else {
      close()
      return .wait(until: nil)
    }
    switch step {
    case .close(let isDiscarding):
      if isDiscarding { output?.flush() }
      close()
      return .wait(until: nil)
    case .wait(let instant): return .wait(until: instant)
    case .begin(let track, let decoder): (self.track, self.decoder) = (track, decoder)
    case .restart(let course): restart(course)
    case .play: output?.start()
    case .pause: output?.pause()
    case .end: output?.end()
    case .setRate(let rate):
      self.rate = rate
      chain?.setRate(rate)
    case .setWriting(let isWriting): self.isWriting = isWriting
    case .decode(let payload, let bounds):
      decoder?.send(payload)
      receive(within: bounds, for: player)
    case .finish(let end, let next, let bounds):
      finish(at: end, next: next, within: bounds, for: player)
    case .resynchronize:
      decoder?.reset()
      chain?.resynchronize()
    case .silence(let end):
      openIfNeeded(nil, for: player)
      chain?.addSilence(until: end)
    case .reopen: open(chain?.format ?? declaredFormat, for: player)
    case .requestReading: output?.requestReading()
    }
    return .again
  }

  private func close() {
    output?.close()
    (output, decoder, chain) = (nil, nil, nil)
  }

  private func restart(_ course: SoundCourse) {
    self.course = course
    output?.pause()
    output?.flush()
    isFlushing = output != nil
    mustDrain = false
    decoder?.reset()
    chain?.restart(course)
  }

  // MARK: Decoding

  private func receive(within bounds: SoundBounds, for player: () -> Player?) {
    while let frame = decoder?.receive() {
      guard case .audio(let sampleRate, let channels, _) = frame.format, sampleRate > 0,
        channels > 0
      else { continue }
      let format = AudioFormat(sampleRate: sampleRate, channelCount: channels)
      guard openIfNeeded(format, for: player), let track else { continue }
      let time = frame.timing.presentationTicks.flatMap {
        track.time(ofTicks: $0).subtracting(bounds.zero)
      }
      let position = time.flatMap { $0 <= bounds.end ? $0.adding(delay) : nil }
      // A frame that cannot be converted leaves a gap.
      try? chain?.add(frame, at: position, until: bounds.stop)
    }
  }

  private func finish(
    at end: MediaTime, next: SoundCourse?, within bounds: SoundBounds, for player: () -> Player?
  ) {
    decoder?.finish()
    receive(within: bounds, for: player)
    decoder?.reset()
    if let next { course = next }
    openIfNeeded(nil, for: player)
    chain?.finish(at: end, next: next)
    mustDrain = next == nil
  }

  // MARK: The output

  private var declaredFormat: AudioFormat {
    AudioFormat(sampleRate: track?.sampleRate ?? 48_000, channelCount: track?.channels ?? 2)
  }

  /// Opens the output if it is not open. Returns whether it is.
  @discardableResult
  private func openIfNeeded(_ format: AudioFormat?, for player: () -> Player?) -> Bool {
    if output == nil, chain == nil { open(format ?? declaredFormat, for: player) }
    return chain != nil
  }

  private func open(_ format: AudioFormat, for player: () -> Player?) {
    guard let wake = player()?.soundWake, let decoder else { return }
    do {
      let output = try playback.output.open(
        format, interruption: interruption, onChange: { wake.wake() })
      self.output = output
      let converter = try decoder.makeAudioConverter(to: output.format)
      chain = SoundChain(
        converter, timebase: track?.timebase ?? .nanoseconds, course: course, rate: rate)
      player()?.soundOpened(output.format)
    } catch let error as AudioError {
      player()?.soundFailed(error)
    } catch {
      output?.close()
      output = nil
      player()?.soundFailed(AudioError("libswresample", .refused, detail: "\(error)"))
    }
  }

  /// Writes what the output takes. Returns whether it needs more.
  private func write(for player: () -> Player?) -> Bool {
    guard let output else { return chain?.isEmpty ?? true }
    if isFlushing {
      let status = output.status
      if status.isFlushing { return false }
      player()?.soundFlushed(status.nextFrame)
      isFlushing = false
    }
    if !isWriting { return chain?.isEmpty ?? true }
    let volume = player()?.outputVolume ?? 1
    while let segment = chain?.nextSegment() {
      let status = output.status
      let room = min(status.writableFrameCount, segment.frameCount)
      guard room > 0, status.error == nil else { return false }
      let count = chain?.withFirst(room) { samples in
        gain.apply(volume, to: samples) { output.write($0) }
      }
      guard let count, count > 0 else { return false }
      chain?.removeFirst(count)
      player()?.soundWritten(segment, count, before: status.nextFrame + Int64(count))
      reportCompletion(for: player)
    }
    reportCompletion(for: player)
    if mustDrain, chain?.isEmpty == true {
      mustDrain = false
      output.drain()
    }
    return true
  }

  private func reportCompletion(for player: () -> Player?) {
    guard let pass = chain?.takeCompletePass() else { return }
    player()?.soundCompleted(pass)
  }
}

extension AudioOutputStatus {
  fileprivate var isFull: Bool { writableFrameCount == 0 && !isFlushing }
}
