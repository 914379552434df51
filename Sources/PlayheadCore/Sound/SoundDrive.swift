import PlayheadAudio
import PlayheadTimekeeping

/// Moves the playhead with the sound: finds the sample that is heard, and its position.
///
/// Samples belong to passes. A pass is the media from a position on, until a seek or the seam of a loop;
/// the samples of the next pass may follow in the output before the playhead has reached the seam.
struct SoundDrive {
  private enum Motion {
    /// No sample of the current pass has been written.
    case unwritten
    /// The playhead waits for more samples to be heard. It is draining if the device still plays samples
    /// that it took before a pause.
    case resting(samplesHeard: Double, isDraining: Bool)
    case moving
  }

  /// The greatest difference between the clocks of two players that share an output.
  static let greatestDifference = Duration.milliseconds(5)

  private var clock: SampleClock?
  private var map = SampleMap()
  private var motion = Motion.unwritten
  private var standstill = Standstill<Double>()
  /// The pass of the playhead.
  private(set) var pass = 0
  /// The last pass whose sound has been written to its end.
  private var completePass = -1
  /// The position after the last sound of the current pass, once that is known.
  private(set) var end: MediaTime?
  /// The newest reading of the output.
  private(set) var reading: AudioReading?

  var isDraining: Bool { if case .resting(_, true) = motion { true } else { false } }

  /// The number of samples after which none of the playhead's own are heard, once a reading has shown that while it is
  /// draining. Another player may start the device again before they have been heard.
  private var drainEnd: Int64?

  /// The number of times the device has had nothing to play.
  private var underrunCount = 0
  /// The number of samples taken when it last had.
  private var samplesReadWhenEmpty: Int64?

  /// The device as progress values report it; nil before its first reading.
  var progress: AudioProgress? {
    guard let clock, let reading else { return nil }
    var progress = AudioProgress(latency: reading.latency)
    progress.drift = clock.statistics.drift
    progress.correctionCount = clock.statistics.correctionCount
    progress.greatestDeviation = clock.statistics.greatestDeviation
    progress.underrunCount = underrunCount
    return progress
  }

  /// The time after which a new reading of a playing output is useful.
  var readingInterval: Duration? { clock?.readingInterval }

  /// The sample rate of the output; nil before it is open.
  var sampleRate: Int? { clock?.sampleRate }

  /// Whether the device plays, as of its last reading.
  var isPlaying: Bool { clock?.isPlaying ?? false }

  /// Returns how many samples the device plays from one until an instant, as its readings show; nil unless it plays.
  func sampleCount(from sample: Int64, until instant: HostInstant) -> Int64? {
    // The number is negative if the sample is heard later.
    guard let clock, let heard = clock.expectedInstant(ofSample: sample) else { return nil }
    return Int64(nearest: heard.duration(to: instant) / .seconds(1) * Double(clock.sampleRate))
  }

  /// The instant when the last sample is heard after a pause; nil if the playhead is not draining.
  var restInstant: HostInstant? {
    guard isDraining, let clock else { return nil }
    return drainEnd.flatMap { clock.instant(ofSamplesHeard: Double($0)) } ?? clock.restInstant
  }

  // MARK: The output

  /// An output was opened: its samples count from 0.
  mutating func open(sampleRate: Int) {
    clock = SampleClock(sampleRate: sampleRate)
    map = SampleMap()
    motion = .unwritten
  }

  /// The output was lost: nothing is heard any more.
  mutating func close() {
    (clock, reading, samplesReadWhenEmpty) = (nil, nil, nil)
    restart()
  }

  /// Records the number of samples written by all players that share the output.
  mutating func setSamplesWritten(_ count: Int64, at now: HostInstant) {
    clock?.setSamplesWritten(count, at: now)
  }

  /// Records how many samples the device had taken when it last had nothing to play.
  mutating func setSamplesReadWhenEmpty(_ count: Int64?, at now: HostInstant) {
    guard let count, count != samplesReadWhenEmpty else { return }
    samplesReadWhenEmpty = count
    clock?.runOut(after: count, at: now)
  }

  mutating func add(_ reading: AudioReading, underrunCount: Int, at now: HostInstant) {
    self.reading = reading
    self.underrunCount = underrunCount
    // A pause may give back samples that the device had taken.
    if isDraining, let end = drainEnd(shownBy: reading) { drainEnd = min(drainEnd ?? end, end) }
    clock?.add(reading, at: now)
    if let heard = clock?.samplesHeard(at: now) {
      map.forget(before: Int64(nearest: heard.rounded(.down)))
    }
  }

  /// Returns the number of samples that the device had taken when it stopped; if it has taken all of the media, their
  /// number, as it may go on with those of another player. Nil if a reading shows neither.
  private func drainEnd(shownBy reading: AudioReading) -> Int64? {
    if completePass >= pass, let end = map.end(of: pass)?.sample, end == map.endSample,
      end <= reading.samplesRead
    {
      return end
    }
    return reading.isPlaying ? nil : reading.samplesRead
  }

  /// Records samples that were written.
  mutating func append(
    _ segment: SoundSegment, _ count: Int, before end: Int64, at now: HostInstant
  ) {
    let first = end - Int64(count)
    map.truncate(from: first)
    map.append(
      first..<end, from: segment.start, to: segment.position(after: count), rate: segment.rate,
      owner: segment.pass)
    clock?.setSamplesWritten(end, at: now)
    if case .unwritten = motion, segment.pass == pass {
      motion = .resting(samplesHeard: Double(first), isDraining: false)
    }
  }

  /// Records that a flush has discarded samples: the next one to write has this number.
  mutating func flush(_ nextSample: Int64, at now: HostInstant) {
    if nextSample < map.endSample, let cut = map.media(ofSamplesHeard: Double(nextSample)) {
      completePass = min(completePass, cut.owner - 1)
    }
    map.truncate(from: nextSample)
    clock?.discardSamples(from: nextSample, at: now)
    if case .resting = motion, map.end(of: pass) == nil { motion = .unwritten }
  }

  /// Records that the sound ends at a position.
  mutating func finish(at end: MediaTime) { self.end = end }

  /// Records that all sound of a pass has been written.
  mutating func complete(_ pass: Int) { completePass = max(completePass, pass) }

  // MARK: The playhead

  /// The playhead jumps: all samples written until now are void.
  mutating func restart() {
    // The pass after the current one may have samples already.
    pass += 2
    (motion, end) = (.unwritten, nil)
  }

  /// Whether the sound written of the pass does not go beyond a position, except by a sample and by rounding.
  func isCut(at position: MediaTime) -> Bool {
    guard let clock, let end = map.end(of: pass),
      let samples = MediaTime(seconds: 2 * end.rate.doubleValue / Double(clock.sampleRate))
    else { return true }
    return end.position.subtracting(samples).map { $0 < position } ?? true
  }

  /// The playhead passes the seam of a loop.
  mutating func enterNextPass() {
    (pass, end) = (pass + 1, nil)
    if map.end(of: pass) == nil { motion = .unwritten }
  }

  /// The playhead moves from where it rested.
  mutating func move() {
    if case .resting = motion { motion = .moving }
  }

  /// Stops the playhead at a position. Returns whether it drains: follows samples that are still heard.
  @discardableResult
  mutating func rest(at position: MediaTime, draining drains: Bool = false) -> Bool {
    guard case .moving = motion, let samples = map.samplesHeard(at: position, owner: pass) else {
      return false
    }
    motion = .resting(samplesHeard: samples, isDraining: drains)
    drainEnd = nil
    return drains
  }

  mutating func endDraining() {
    guard case .resting(let samples, true) = motion else { return }
    motion = .resting(samplesHeard: samples, isDraining: false)
  }

  /// Returns how far the playhead may move from a position; nil if all sound of its pass has been written.
  func limit(from position: MediaTime) -> MediaTime? {
    if completePass >= pass || clock == nil { return nil }
    return map.end(of: pass)?.position ?? position
  }

  /// Whether the pass has no sound, or less than one sample.
  var isSilent: Bool { if case .unwritten = motion { completePass >= pass } else { false } }

  /// The past or future instant from which the playhead moves again; nil while it is not known.
  var movingInstant: HostInstant? {
    guard case .resting(let samples, false) = motion, let clock else { return nil }
    var following = samples + 1
    // After the last sample no other one is heard.
    if completePass >= pass, let end = map.end(of: pass) {
      following = min(following, Double(end.sample))
    }
    guard let next = clock.instant(ofSamplesHeard: following) else { return nil }
    // A reading has shown only then that the device plays.
    if clock.samplesHeard(at: next) > following + 1 { return next }
    // The device may have stopped after the last sample heard.
    return next.advanced(byNanoseconds: -1_000_000_000 / Int64(clock.sampleRate))
  }

  /// Returns the position heard when the playhead begins to move, which may be further than where it rests.
  func restingPosition(at instant: HostInstant) -> MediaTime? {
    // The device may have taken samples from there before a pause, and have played them since.
    guard case .resting(let samples, let isDraining) = motion, let clock else { return nil }
    // The clocks of two players may differ by a few milliseconds.
    let difference = Self.greatestDifference / .seconds(1) * Double(clock.sampleRate)
    let heard = isDraining ? samples : clock.samplesHeard(at: instant)
    return position(ofSamplesHeard: heard > samples + difference ? heard : samples)?.position
  }

  /// Returns the timeline of the sound that is heard; nil if the playhead does not move.
  mutating func timeline(at now: HostInstant) -> Timeline? {
    guard case .moving = motion, let clock else { return nil }
    let samples = clock.samplesHeard(at: now)
    guard let (position, rate) = position(after: samples) else { return nil }
    var start = standstill.end(samples, at: now)
    // The clock may know when the playhead moves again.
    if start > now, let next = clock.instant(ofSamplesHeard: samples + 1) {
      start = max(next.advanced(byNanoseconds: -1_000_000_000 / Int64(clock.sampleRate)), now)
    }
    // The playhead waits at the start of its pass until the first sample is heard.
    if let first = map.start(of: pass).map(Double.init), samples < first,
      let instant = clock.instant(ofSamplesHeard: first)
    {
      start = max(start, instant)
    }
    let speed = 1 + clock.statistics.drift / 1e6
    return Timeline(
      mediaAnchor: position, hostAnchor: start, rate: Rate(rate.doubleValue * speed) ?? rate)
  }

  /// Returns the next instant when the course may change: at another segment, or when the device is expected to skip.
  func nextCourseInstant(after now: HostInstant) -> HostInstant? {
    guard case .moving = motion, let clock else { return nil }
    let change = clock.nextChange(after: now)
    guard let sample = map.nextSegment(afterSamplesHeard: clock.samplesHeard(at: now)),
      let instant = clock.instant(ofSamplesHeard: Double(sample)), instant > now
    else { return change }
    return change.map { min($0, instant) } ?? instant
  }

  /// Returns the earliest course of a playhead on a timeline: the sound heard may be faster at first than in the end.
  func earliest(on timeline: Timeline, from now: HostInstant) -> Timeline {
    guard let haste = clock?.haste(at: timeline.hostAnchor), haste > 1,
      let rate = Rate(timeline.rate.doubleValue * haste)
    else { return timeline }
    // From an older instant the course would be beyond the playhead.
    let start = max(now, timeline.hostAnchor)
    return Timeline(mediaAnchor: timeline.position(at: start), hostAnchor: start, rate: rate)
  }

  /// Returns the position in the current pass, whose last segment continues until the playhead enters the next one.
  private func position(ofSamplesHeard samples: Double) -> (position: MediaTime, rate: Rate)? {
    // A pass that the playhead has entered may begin less than a sample later.
    let heard = max(samples, map.start(of: pass).map(Double.init) ?? samples)
    if let place = map.media(ofSamplesHeard: heard), place.owner == pass {
      return (place.position, place.rate)
    }
    guard let clock, let end = map.end(of: pass) else { return nil }
    let seconds = max(samples - Double(end.sample), 0) / Double(clock.sampleRate)
    let beyond = MediaTime(seconds: seconds * end.rate.doubleValue) ?? .zero
    return (end.position.adding(beyond) ?? end.position, end.rate)
  }

  /// Returns the position after a number of samples; after the last one it is beyond the end.
  private func position(after samples: Double) -> (position: MediaTime, rate: Rate)? {
    // The end may be between two samples.
    guard let (position, rate) = self.position(ofSamplesHeard: samples) else { return nil }
    guard let clock, completePass >= pass, samples >= Double(map.endSample) else {
      return (position, rate)
    }
    let sample = MediaTime(seconds: rate.doubleValue / Double(clock.sampleRate))
    return (sample.flatMap { position.adding($0) } ?? position, rate)
  }

  /// The position of the last sample heard after a pause, while draining, once a reading has shown it.
  var drainEndPosition: MediaTime? {
    isDraining ? drainEnd.flatMap { position(after: Double($0))?.position } : nil
  }

  /// The position after the last sample of the current pass that was written and not discarded; nil if there is none.
  var writtenEnd: MediaTime? { map.end(of: pass)?.position }

  /// Returns the position of the last sample heard after a pause, and ends draining when all taken ones were heard.
  mutating func drainedPosition(at now: HostInstant) -> MediaTime? {
    guard case .resting(let resting, true) = motion, let clock else { return nil }
    let heard = clock.samplesHeard(at: now)
    let samples = max(resting, drainEnd.map { min(heard, Double($0)) } ?? heard)
    let isHeard = restInstant.map { now < $0 } ?? true
    motion = .resting(samplesHeard: samples, isDraining: isHeard)
    return position(after: samples)?.position
  }
}
