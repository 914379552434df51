import PlayheadTimekeeping

/// Counts the samples of sound from a position on, and decides where decoded sound belongs among them.
///
/// Most containers round timestamps: Matroska to a millisecond, MPEG-TS to 1/90000 s, and some
/// encoders by more. So sound that follows the samples before it is placed by counting, and only a
/// greater difference is a gap or an overlap. Nothing is inserted or left out because of rounding, and
/// the position of a sample differs by at most 5 ms from its timestamp, or by a tick of a longer one.
///
/// A single timestamp may be wrong: libavformat dates short blocks of Vorbis after long ones too late. Sound whose
/// timestamp differs from the count therefore waits for the next sound, which shows whether that is true.
package struct SampleRun: Sendable {
  /// Sound that has been placed.
  package struct Placement: Hashable, Sendable {
    /// The number of samples of the sound.
    package var soundCount: Int
    /// The number of samples of silence before the sound; if negative, that of its first samples to leave out.
    package var gap: Int64
    /// The position after the sound.
    package var end: MediaTime
  }

  private struct Sound {
    var count: Int
    var position: MediaTime
  }

  /// The greatest difference that is not a gap; also at most half of the sound, so that a lost packet is noticed.
  private static let greatestTolerance: Int64 = 5_000_000
  /// Timestamps that differ by more need the next one to confirm them, because a damaged one may have any value.
  private static let near = MediaTime.seconds(-1)...MediaTime.seconds(10)
  /// How far the next timestamp may be from the end of the sound so that it confirms the timestamp of the sound.
  private static let confirming = MediaTime.seconds(-1)...MediaTime.seconds(1)

  private let sample: Timebase
  /// The difference in nanoseconds that rounding alone explains: a tick, and half of a sample.
  private let rounding: Int64
  /// The position from which samples are counted: the last timestamp by which sound was placed, or the run's start.
  private var origin: MediaTime
  private var count: Int64 = 0
  private var hasSound = false
  /// The position after the sound that was left out before the first sample.
  private var leadEnd: MediaTime?
  /// Sound that waits for the next sound.
  private var waiting: Sound?
  /// Whether sound from before the end comes again.
  private var comesAgain = false
  /// Whether the last samples were removed. The end is within sound then, which may come again.
  private var isCut = false

  /// Creates a run: sound before its start is left out, and silence fills the time until the first sound.
  package init(from start: MediaTime, sampleRate: Int, timebase: Timebase) {
    sample = Timebase(1, Int32(clamping: max(sampleRate, 1)))
    let tick = MediaTime(ticks: 1, timebase: timebase).nanoseconds(rounding: .up)
    let half = MediaTime(ticks: 1, timebase: sample).nanoseconds(rounding: .up) / 2
    rounding = Int64(clamping: Int128(tick) + Int128(half))
    origin = start
  }

  /// The position after the last sample.
  package var end: MediaTime { origin.adding(time(ofSamples: count)) ?? origin }

  // MARK: Placing

  /// Counts the samples of a sound, and returns the sounds that are placed now, in order.
  package mutating func place(_ soundCount: Int, at position: MediaTime?) -> [Placement] {
    // That is the one that has waited, and this one unless it waits for the next. Without a timestamp, it follows.
    let settled = settle(before: position)
    guard let position, let distance = position.subtracting(nextStart) else {
      return settled + [follow(soundCount)]
    }
    let sound = Sound(count: soundCount, position: position)
    if !hasSound, leadEnd == nil {
      if distance <= Self.near.upperBound { return settled + [put(sound)] }
    } else if isSteady(distance, soundCount) {
      (comesAgain, isCut) = (false, false)
      return settled + [hasSound ? follow(soundCount) : put(sound)]
    } else if comesAgain, distance < .zero {
      return settled + [put(sound)]
    }
    (comesAgain, waiting) = (false, sound)
    return settled
  }

  /// Places the sound that waits, if any; `next` is where the next one begins, or all sound ends, if that is known.
  package mutating func settle(before next: MediaTime?) -> [Placement] {
    guard let sound = waiting.take() else { return [] }
    let isFar = sound.position.subtracting(nextStart).map { !Self.near.contains($0) } ?? true
    func distance(from start: MediaTime) -> MediaTime? {
      guard let next, let end = start.adding(time(ofSamples: Int64(sound.count))) else {
        return nil
      }
      return next.subtracting(end)
    }
    let isTakenBack = distance(from: nextStart).map { isSteady($0, sound.count) } ?? false
    let isConfirmed = distance(from: sound.position).map(Self.confirming.contains) ?? false
    return [isTakenBack || isFar && !isConfirmed ? follow(sound.count) : put(sound)]
  }

  /// Where the next sound begins if its timestamp agrees with the count.
  private var nextStart: MediaTime { (hasSound ? nil : leadEnd) ?? end }

  /// Whether sound at a distance from the end follows it without a gap or an overlap.
  private func isSteady(_ distance: MediaTime, _ soundCount: Int) -> Bool {
    let half = time(ofSamples: Int64(soundCount)).nanoseconds(rounding: .down) / 2
    // Nothing is heard of sound before the start, which is therefore placed exactly.
    let isExact = isCut || !hasSound
    let tolerance = isExact ? rounding : max(rounding, min(Self.greatestTolerance, half))
    return (-tolerance...tolerance).contains(distance.nanoseconds(rounding: .toNearestOrEven))
  }

  /// Places sound after the sound before it.
  private mutating func follow(_ soundCount: Int) -> Placement {
    if !hasSound, let leadEnd { return put(Sound(count: soundCount, position: leadEnd)) }
    add(Int64(soundCount))
    isCut = false
    return Placement(soundCount: soundCount, gap: 0, end: end)
  }

  /// Places sound by its timestamp.
  private mutating func put(_ sound: Sound) -> Placement {
    // Before the first sound the start counts exactly: no sample before it is heard.
    let rule = hasSound ? FloatingPointRoundingRule.toNearestOrAwayFromZero : .down
    let gap = samples(until: sound.position, rounding: rule)
    let soundCount = Int64(sound.count)
    guard gap > -soundCount else {
      if !hasSound { leadEnd = sound.position.adding(time(ofSamples: soundCount)) }
      return Placement(soundCount: sound.count, gap: -soundCount, end: end)
    }
    (origin, count, hasSound, isCut) = (sound.position, soundCount, true, false)
    return Placement(soundCount: sound.count, gap: gap, end: end)
  }

  // MARK: Counting

  /// Counts samples that follow, such as silence, or removes the last ones if negative; no sound may wait.
  package mutating func add(_ sampleCount: Int64) {
    count = Int64(clamping: Int128(count) + Int128(sampleCount))
    if sampleCount < 0 { isCut = true }
  }

  /// Counts samples that were removed from the end, and are heard after all; no sound may wait.
  package mutating func restore(_ sampleCount: Int64) {
    add(sampleCount)
    isCut = false
  }

  /// Expects sound from long before the end again, and leaves it out: also the sound that waits, which comes again.
  package mutating func resynchronize() { (comesAgain, waiting) = (true, nil) }

  /// Returns the number of samples until a position, rounded up; negative if that is before the last sample.
  package func samples(until position: MediaTime) -> Int64 {
    samples(until: position, rounding: .up)
  }

  private func time(ofSamples count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: sample)
  }

  /// Returns the exact number of samples until a position, also for timebases that have none in common.
  private func samples(
    until position: MediaTime, rounding rule: FloatingPointRoundingRule
  ) -> Int64 {
    // In nanoseconds, the difference might be less than that of whole samples, or more.
    let (one, other) = (Int128(position.timebase.denominator), Int128(origin.timebase.denominator))
    let (difference, overflow) =
      (position.wholeTicks * other - origin.wholeTicks * one)
      .multipliedReportingOverflow(by: Int128(sample.denominator))
    if overflow { return position < origin ? -.max : .max }
    return Int64(clamping: difference.divided(by: one * other, rounding: rule) - Int128(count))
  }
}

extension MediaTime {
  /// The time in the fractions of a second that are the denominator of its timebase.
  fileprivate var wholeTicks: Int128 { Int128(ticks) * Int128(timebase.numerator) }
}
