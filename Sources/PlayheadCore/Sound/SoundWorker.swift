import PlayheadAudio
import PlayheadMedia
import PlayheadTimekeeping

/// Performs the steps of the worker that plays sound, with the output and the decoder.
///
/// It does not retain the player while it decodes, opens or writes.
///
/// Unchecked: only the steps of one routine use it, and they never run concurrently.
final class SoundWorker: @unchecked Sendable {
  private let playback: AudioPlayback
  private let interruption: Interruption
  private var output: AudioLane?
  private var decoder: (any MediaDecoder)?
  /// Nil until an output has been opened.
  private var chain: SoundChain?
  private var gain = SoundGain()
  private var isWriting = false
  /// Whether the output knows that the player plays or is about to.
  private var isWanted = false
  /// Whether the output does not know yet which samples a restart has discarded.
  private var isFlushing = false
  /// Whether the media must be read again as soon as the output knows them.
  private var hasLostSamples = false
  /// Whether sound was written since the output was last asked to play all of it.
  private var hasUnplayedSound = false
  /// Whether the output must be drained when everything has been written.
  private var mustDrain = false

  init(_ playback: AudioPlayback, interruption: Interruption) {
    (self.playback, self.interruption) = (playback, interruption)
  }

  deinit {
    output?.close()
  }

  func step(for player: () -> Player?) -> HostRoutineNext {
    if let error = output?.status.error {
      output?.close()
      (output, hasLostSamples) = (nil, false)
      player()?.soundFailed(error)
    }
    if output?.status.hasLostSamples == true {
      output?.flush()
      (isFlushing, hasLostSamples) = (true, true)
    }
    if finishFlush(for: player) { return .again }
    let isHungry = write(for: player)
    let status = output?.status
    if status?.hasLostSamples == true { return .again }
    let progress = SoundMachine.Progress(
      isHungry: isHungry, isFull: status?.isFull ?? false, isWriting: isWriting,
      isWanted: isWanted, written: output?.written ?? .nothing, rate: chain?.rate, end: chain?.end,
      status: status, mayPlayNothing: output?.mayPlayNothing ?? false,
      requestCountAtStop: output?.requestCountAtStop ?? 0,
      hasUnplayedSound: hasUnplayedSound, hasCutSound: chain?.hasCutSound ?? false,
      cutStop: chain?.cutStop)
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
    case .begin(let decoder): self.decoder = decoder
    case .restart(let course): restart(course)
    case .play: output?.start()
    case .pause: output?.pause()
    case .playWritten:
      hasUnplayedSound = false
      output?.playWritten()
    case .end: output?.end()
    case .setRate(let rate): chain?.setRate(rate)
    case .setWriting(let isWriting): self.isWriting = isWriting
    case .setWanted(let isWanted):
      self.isWanted = isWanted
      output?.setWanted(isWanted)
    case .readAgain: player()?.soundLost(keepsWritten: false)
    case .lead(let count): writeSilence(count)
    case .discard: flush()
    case .decode(let payload, let context):
      decoder?.send(payload)
      receive(context, for: player)
    case .finish(let end, let next, let context):
      decoder?.finish()
      receive(context, for: player)
      decoder?.reset()
      openIfNeeded(nil, context, for: player)
      chain?.finish(at: end, next: next)
      mustDrain = next == nil
    case .extend(let context): chain?.extend(until: context.stop)
    case .resynchronize:
      decoder?.reset()
      chain?.resynchronize()
    case .silence(let end, let context):
      openIfNeeded(nil, context, for: player)
      chain?.addSilence(until: end)
    case .reopen(let context):
      open(chain?.format ?? context.declaredFormat, context, for: player)
    case .requestReading: output?.requestReading()
    case .fail(let error): output?.fail(error)
    }
    return .again
  }

  private func close() {
    output?.close()
    (output, decoder, chain) = (nil, nil, nil)
  }

  private func flush() {
    output?.flush()
    (isFlushing, hasLostSamples) = (output != nil, false)
  }

  /// Records which samples a flush has discarded. Returns whether the media is read again for them.
  private func finishFlush(for player: () -> Player?) -> Bool {
    guard isFlushing, let status = output?.status, !status.isFlushing else { return false }
    isFlushing = false
    player()?.soundFlushed(output?.keptEnd ?? status.nextSample)
    guard hasLostSamples else { return false }
    // The rest of the sound before is not written: the restart drops it.
    (hasLostSamples, isWriting) = (false, false)
    player()?.soundLost(keepsWritten: true)
    return true
  }

  private func restart(_ course: SoundCourse) {
    output?.pause()
    flush()
    mustDrain = false
    decoder?.reset()
    chain?.restart(course)
  }

  // MARK: Decoding

  private func receive(_ context: SoundContext, for player: () -> Player?) {
    let delay = MediaTime(playback.delay)?.inMilliseconds ?? .zero
    while let frame = decoder?.receive() {
      guard case .audio(let sampleRate, let channels, _) = frame.format, sampleRate > 0,
        channels > 0
      else { continue }
      let format = AudioFormat(sampleRate: sampleRate, channelCount: channels)
      // An attempt may take long, and each frame would make one.
      guard openIfNeeded(format, context, for: player) else { return }
      let position = context.position(of: frame)?.adding(delay)
      // A frame that cannot be converted leaves a gap.
      try? chain?.add(frame, at: position, until: context.stop)
    }
  }

  // MARK: The output

  /// Opens the output if it is not open. Returns whether it is.
  @discardableResult
  private func openIfNeeded(
    _ format: AudioFormat?, _ context: SoundContext, for player: () -> Player?
  ) -> Bool {
    if output == nil, chain == nil {
      open(format ?? context.declaredFormat, context, for: player)
    }
    return chain != nil
  }

  private func open(
    _ format: AudioFormat, _ context: SoundContext, for player: () -> Player?
  ) {
    guard let wake = player()?.soundWake, let decoder else { return }
    do {
      let output = try playback.output.openLane(
        format, interruption: interruption, onChange: { wake.wake() })
      self.output = output
      output.setWanted(isWanted)
      let converter = try decoder.makeAudioConverter(to: output.format)
      chain = SoundChain(
        converter, timebase: context.track.timebase, course: context.course, rate: context.rate)
      player()?.soundOpened(output.format)
    } catch let error as AudioError {
      player()?.soundFailed(error)
    } catch {
      output?.close()
      output = nil
      player()?.soundFailed(AudioError("libswresample", .refused, detail: "\(error)"))
    }
  }

  /// Writes as many samples as the output takes. Returns whether it needs more.
  private func write(for player: () -> Player?) -> Bool {
    guard let output else { return chain?.isEmpty ?? true }
    if isFlushing { return false }
    if !isWriting { return chain?.isEmpty ?? true }
    let volume = player()?.outputVolume ?? 1
    while let segment = chain?.nextSegment() {
      let status = output.status
      let room = min(status.writableSampleCount, segment.sampleCount)
      guard room > 0, status.error == nil else { return false }
      let count = chain?.withFirst(room) { samples in
        gain.apply(volume, to: samples) { output.write($0) }
      }
      guard let count, count > 0 else { return false }
      chain?.removeFirst(count)
      hasUnplayedSound = true
      player()?.soundWritten(segment, count, before: status.nextSample + Int64(count))
      reportCompletion(for: player)
    }
    reportCompletion(for: player)
    if mustDrain, chain?.isEmpty == true {
      mustDrain = false
      output.drain()
    }
    return true
  }

  private func writeSilence(_ sampleCount: Int) {
    guard let output else { return }
    let silence = [Float](repeating: 0, count: sampleCount * output.format.channelCount)
    _ = silence.withUnsafeBufferPointer { output.write($0) }
  }

  private func reportCompletion(for player: () -> Player?) {
    guard let pass = chain?.removeCompletePass() else { return }
    player()?.soundCompleted(pass)
  }
}

extension MediaTime {
  /// The same time, if possible in milliseconds, which have a common timebase with the samples of all usual rates.
  fileprivate var inMilliseconds: MediaTime {
    guard let rounded = converted(to: .milliseconds, rounding: .down), rounded == self else {
      return self
    }
    return rounded
  }
}

extension AudioOutputStatus {
  fileprivate var isFull: Bool { writableSampleCount == 0 && !isFlushing }
}

/// Applies the volume. A change is spread over a few samples, so that it does not click.
struct SoundGain {
  /// The part of the distance to a new volume that each value covers.
  private static let step: Float = 0.005

  private var gain: Float?
  private var scaled: [Float] = []

  /// Calls a closure with the samples at a volume: unchanged at 1, silence at 0.
  mutating func apply<Result>(
    _ volume: Float, to samples: UnsafeBufferPointer<Float>,
    _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    var gain = gain ?? volume
    defer { self.gain = gain }
    if gain == volume, volume == 1 { return body(samples) }
    scaled.removeAll(keepingCapacity: true)
    for sample in samples {
      if gain != volume {
        gain += (volume - gain) * Self.step
        if abs(volume - gain) < 0.001 { gain = volume }
      }
      scaled.append(sample * gain)
    }
    return scaled.withUnsafeBufferPointer(body)
  }
}
