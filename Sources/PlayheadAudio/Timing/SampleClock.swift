import PlayheadTimekeeping

/// Answers which output sample is heard at a host instant.
///
/// The clock is fed with the readings of an output. It fits a robust line through them, and follows
/// the line smoothly: while the device plays steadily, the number of samples heard never jumps. It
/// never decreases. If the device freezes, the clock stops as soon as two readings show that, and
/// continues when later samples are heard. If the device skips sound, the clock skips it too.
///
/// While the device is paused or has nothing to play, the samples that it has taken are still heard,
/// up to the last one.
package struct SampleClock: Sendable {
  private enum Phase {
    /// Nothing is known yet.
    case idle
    /// The device plays. If it has jumped, the clock may skip sound to reach the line.
    case playing(hasJumped: Bool)
    /// The device reports that it plays, but takes no samples.
    case frozen
    /// The device is paused or has nothing to play.
    case stopped
  }

  /// The number of samples per second of the output.
  package let sampleRate: Int
  /// What the readings have shown.
  package private(set) var statistics = SampleClockStatistics()

  private var phase = Phase.idle
  private var line = DriftLine()
  /// The zero of the line's times and deviations.
  private var origin = (instant: HostInstant(nanoseconds: 0), sample: 0.0)
  private var curve = SampleCurve()
  /// Until then, samples are heard that the device took before it stopped. Their curve is fixed.
  private var drained = HostInstant(nanoseconds: .min)
  /// No more samples than these have been written.
  private var limit = 0.0
  private var newest = HostInstant(nanoseconds: .min)
  /// The number of samples taken of the newest reading.
  private var samplesRead: Int64 = 0
  /// How many of the newest readings are far from the line.
  private var suspectCount = 0

  /// Creates a clock of an output that has not played yet, with 1 or more samples per second.
  package init(sampleRate: Int) {
    self.sampleRate = sampleRate
  }

  /// Returns the number of samples heard, with a part of the current one; in the future, the expected number.
  package func samplesHeard(at instant: HostInstant) -> Double {
    // That is at most the number written. The instant is not before the last call that changed the clock.
    min(curve.sample(at: instant), limit)
  }

  /// Returns the first host instant when so many samples are heard; nil if they never are, or that is not known.
  package func instant(ofSamplesHeard samples: Double) -> HostInstant? {
    // Each reading may change the instant. It is a past one if so many samples have been heard.
    samples > limit ? nil : curve.instant(of: samples)
  }

  /// Returns how many times faster than the device plays the number of samples heard rises, to reach the line.
  package func haste(at instant: HostInstant) -> Double {
    // It is 1 unless it has to. The instant is not before the last call that changed the clock.
    let speed = samplesPerNanosecond
    guard speed > 0 else { return 1 }
    return max(1, curve.samplesPerNanosecond(at: instant) / speed)
  }

  /// Returns the next instant when the number of heard samples skips or changes its speed; nil if none is known.
  package func nextChange(after instant: HostInstant) -> HostInstant? {
    curve.nextPiece(after: instant)
  }

  /// Returns the instant when the device plays a sample, which may not be written yet; nil unless it plays.
  package func expectedInstant(ofSample sample: Int64) -> HostInstant? {
    // The instant is not smoothed: a reading may move it either way.
    guard case .playing = phase else { return nil }
    let sound = (Double(sample) - origin.sample) / Double(sampleRate) - line.deviation(at: 0)
    let nanoseconds = sound / max(0.5, 1 + line.drift) * 1e9
    return origin.instant.advanced(byNanoseconds: Int64(nearest: nanoseconds))
  }

  /// How far `expectedInstant` may be from the truth, because the readings scatter.
  package var expectedInstantUncertainty: Duration {
    .nanoseconds(Int64(nearest: line.uncertainty * 1e9))
  }

  /// The share by which the device is faster than its sample rate; 0 if the readings would scatter as much without it.
  package var certainDrift: Double { line.certainDrift }

  /// Whether the device plays, as of the last reading.
  package var isPlaying: Bool { if case .playing = phase { true } else { false } }

  /// The instant when the last sample is heard that the device took before it stopped; nil while it plays.
  package var restInstant: HostInstant? {
    switch phase {
    case .idle, .stopped: drained
    case .playing, .frozen: nil
    }
  }

  /// The time after which a new reading is useful: less after the start, and while the device does not play steadily.
  package var readingInterval: Duration {
    // It varies by a quarter, so that readings come at all moments of a device's period.
    let milliseconds =
      switch phase {
      case .idle, .stopped: 100.0
      case .frozen: 20.0
      case .playing(let hasJumped):
        hasJumped || suspectCount > 0 || line.count < 10 ? 20.0 : line.span < 10 ? 50.0 : 100.0
      }
    let golden = Double(statistics.readingCount) * 0.618_033_988_75
    let factor = 0.75 + 0.5 * (golden - golden.rounded(.down))
    return .microseconds(Int64(milliseconds * factor * 1_000))
  }

  /// Records how many samples have been written, after each write and each flush: no more are heard.
  package mutating func setSamplesWritten(_ samples: Int64, at now: HostInstant) {
    let heard = samplesHeard(at: now)
    if case .playing = phase, Double(samples) > limit, curve.sample(at: now) > limit {
      recordUnderrun(at: now)
    }
    limit = max(Double(samples), heard)
  }

  /// Records that samples were discarded; the first of them is the next to write.
  package mutating func discardSamples(from samples: Int64, at now: HostInstant) {
    // If the device did not answer for a time, some of them may have been counted as heard: they were not, and
    // others get their numbers.
    if samplesHeard(at: now) > Double(samples) {
      let end = min(curve.instant(of: Double(samples)) ?? now, now)
      curve.replace(
        from: end,
        with: SampleCurve.Piece(instant: end, sample: Double(samples), samplesPerNanosecond: 0))
      (phase, drained, suspectCount) = (.stopped, now, 0)
    }
    setSamplesWritten(samples, at: now)
  }

  /// Records that the device ran out of samples: a later reading, not the line, shows when it plays the next ones.
  package mutating func recordUnderrun(at now: HostInstant) {
    let samples = samplesHeard(at: now)
    // The last sample was heard before, if the curve continues beyond it.
    let end = min(curve.instant(of: samples) ?? now, now)
    curve.replace(
      from: end,
      with: SampleCurve.Piece(instant: end, sample: samples, samplesPerNanosecond: 0))
    phase = .stopped
    (drained, newest, suspectCount) = (now, max(newest, now), 0)
  }

  /// Records that the device has played all the samples that it had taken, and that silence follows them.
  package mutating func runOut(after samples: Int64, at now: HostInstant) {
    // Later readings are those of samples after the silence.
    guard isPlaying, samplesRead <= samples else { return }
    drained = curve.end(at: Double(samples), from: now) ?? now
    (phase, suspectCount) = (.stopped, 0)
  }

  /// Adds a reading, unless it cannot be true or is older than those before.
  package mutating func add(_ reading: AudioReading, at now: HostInstant) {
    // Numbers of samples that were returned for instants after `now` may not hold.
    // A device that has stopped since a reading may be read again at the same instant.
    let hasStopped = reading.instant == newest && isPlaying && !reading.isPlaying
    guard reading.instant > newest || hasStopped, reading.instant <= now, reading.samplesRead >= 0,
      reading.samplesRead <= reading.samplesWritten, reading.latency >= .zero,
      reading.latency < .seconds(60)
    else { return statistics.ignoredReadingCount += 1 }
    statistics.readingCount += 1
    (newest, samplesRead) = (reading.instant, reading.samplesRead)
    // The clock may join a device that has played before, while it is not known how many samples a flush keeps.
    if case .idle = phase { limit = max(limit, Double(samplesRead)) }
    curve.forget(before: now)
    if reading.isPlaying {
      play(reading)
      followLine(from: now)
    } else {
      stop(reading, at: now)
    }
  }

  private mutating func stop(_ reading: AudioReading, at now: HostInstant) {
    let samples = Double(reading.samplesRead)
    if case .playing = phase { followLine(from: now) }
    let isFirst = if case .idle = phase { true } else { false }
    phase = .stopped
    suspectCount = 0
    if let end = curve.end(at: samples, from: now) { return drained = end }
    // Samples that the device took without a reading. The last one is heard after the latency.
    let start = max(now, drained)
    var piece = SampleCurve.Piece(
      instant: start, sample: samplesHeard(at: start), samplesPerNanosecond: 0)
    curve.replace(from: start, with: piece)
    let duration = (samples - piece.sample) / samplesPerNanosecond
    let end = reading.instant.advanced(by: reading.latency)
    let first = end.advanced(byNanoseconds: Int64(nearest: -duration))
    if isFirst, first < start {
      // The clock joins a device that has played before, and may have stopped long ago.
      let rest = max(0, start.nanoseconds(to: end)) * samplesPerNanosecond
      piece.sample = max(piece.sample, samples - rest)
    }
    piece.instant = max(start, first)
    piece.samplesPerNanosecond = samplesPerNanosecond
    curve.replace(from: piece.instant, with: piece)
    drained = curve.end(at: samples, from: start) ?? start
  }

  private mutating func play(_ reading: AudioReading) {
    let sample =
      Double(reading.samplesRead) - reading.latency / .seconds(1) * Double(sampleRate)
    switch phase {
    case .idle, .stopped:
      phase = .playing(hasJumped: true)
      line.restart(keeping: 0)
      origin = (reading.instant, sample)
    case .playing, .frozen: break
    }
    let time = seconds(of: reading.instant)
    let deviation = (sample - origin.sample) / Double(sampleRate) - time
    let difference = deviation - line.deviation(at: time)
    let tolerance = line.tolerance
    let isSuspect = line.count > 0 && abs(difference) > tolerance
    if isSuspect { suspectCount += 1 } else { suspectCount = 0 }
    if line.count >= 8 {
      statistics.greatestDeviation = max(
        statistics.greatestDeviation, .nanoseconds(Int64(nearest: abs(difference) * 1e9)))
    }
    let expected = line.deviation(at: time)
    line.add(time: time, deviation: deviation)
    statistics.drift = line.drift * 1e6
    if !isSuspect {
      if case .frozen = phase { phase = .playing(hasJumped: true) }
    } else if suspectCount > 1, difference < 0,
      line.isFrozen(forNewest: suspectCount, within: tolerance)
    {
      phase = .frozen
    } else if let kept = line.agreement(ofNewest: suspectCount, within: tolerance) {
      line.restart(keeping: kept)
      phase = .playing(hasJumped: true)
      suspectCount = 0
      statistics.correctionCount += 1
      let correction = abs(line.deviation(at: time) - expected)
      statistics.greatestCorrection = max(
        statistics.greatestCorrection, .nanoseconds(Int64(nearest: correction * 1e9)))
    }
  }

  /// Plans the curve from now on: how it reaches the line, and that it then follows it.
  private mutating func followLine(from now: HostInstant) {
    let start = max(now, drained)
    let sample = samplesHeard(at: start)
    let speed = samplesPerNanosecond
    func hold() -> SampleCurve.Piece {
      SampleCurve.Piece(instant: start, sample: sample, samplesPerNanosecond: 0)
    }
    guard case .playing(let hasJumped) = phase else {
      return curve.replace(from: start, with: hold())
    }
    func lineFrom(_ instant: HostInstant) -> SampleCurve.Piece {
      let time = seconds(of: instant)
      let seconds = time + line.deviation(at: time)
      return SampleCurve.Piece(
        instant: instant, sample: max(sample, origin.sample + seconds * Double(sampleRate)),
        samplesPerNanosecond: speed)
    }
    let time = seconds(of: start)
    let ahead =
      time + line.deviation(at: time) - (sample - origin.sample) / Double(sampleRate)
    if ahead < (hasJumped ? 0 : -0.005) {
      // The position cannot go back, so it waits for the line.
      let wait = -ahead / max(0, 1 + line.drift) * 1e9
      let end = start.advanced(byNanoseconds: Int64(nearest: wait.rounded(.up)))
      return curve.replace(from: start, with: hold(), lineFrom(end))
    }
    if hasJumped, start == now { phase = .playing(hasJumped: false) }
    if hasJumped, ahead > 0.005 { return curve.replace(from: start, with: lineFrom(start)) }
    // At most a fifth faster.
    let duration = max(0.5, ahead / 0.2)
    let end = lineFrom(start.advanced(byNanoseconds: Int64(nearest: duration * 1e9)))
    let slope = max(0, (end.sample - sample) / (duration * 1e9))
    curve.replace(
      from: start,
      with: SampleCurve.Piece(instant: start, sample: sample, samplesPerNanosecond: slope), end)
  }

  private var samplesPerNanosecond: Double {
    max(0, 1 + line.drift) * Double(sampleRate) / 1e9
  }

  private func seconds(of instant: HostInstant) -> Double {
    origin.instant.nanoseconds(to: instant) / 1e9
  }
}
