import PlayheadTimekeeping

/// Counts the samples of sound from a position on, and decides where decoded sound belongs among them.
///
/// Most containers round timestamps: Matroska to a millisecond, MPEG-TS to 1/90000 s, and some
/// encoders by more. So sound that follows the samples before it is placed by counting, and only a
/// greater difference is a gap or an overlap. Nothing is inserted or left out because of rounding, and
/// the position of a sample differs by at most 5 ms from its timestamp, or by a tick of a longer one.
package struct SampleRun: Sendable {
  /// The greatest difference that is not a gap. It is also at most half of the sound, so that a lost
  /// packet is noticed.
  private static let greatestTolerance: Int64 = 5_000_000
  /// Timestamps that are farther ahead or back are used only if the next one confirms them, because
  /// a damaged timestamp may have any value.
  private static let farAhead: Int64 = 10_000_000_000
  private static let farBack: Int64 = 1_000_000_000

  private let sample: Timebase
  /// The difference in nanoseconds that rounding alone explains: a tick, and half of a sample.
  private let rounding: Int64
  /// The position from which samples are counted: the timestamp of the last sound that was placed by
  /// its timestamp. Before the first sound, the start of the run.
  private var origin: MediaTime
  private var count: Int64 = 0
  private var hasSound = false
  /// The timestamp that would confirm the previous one, which is far away.
  private var expected: MediaTime?
  /// Whether sound from before the end comes again.
  private var comesAgain = false
  /// Whether the last samples were removed. The end is within sound then, which may come again.
  private var isCut = false

  /// Creates a run without sound.
  ///
  /// - Parameters:
  ///   - start: The position of the first sample. Sound before it is left out, and silence fills the
  ///     time until the first sound.
  ///   - sampleRate: The number of samples per second, 1 or more.
  ///   - timebase: The timebase of the timestamps.
  package init(from start: MediaTime, sampleRate: Int, timebase: Timebase) {
    sample = Timebase(1, Int32(clamping: max(sampleRate, 1)))
    let tick = MediaTime(ticks: 1, timebase: timebase).nanoseconds(rounding: .up)
    rounding = tick + MediaTime(ticks: 1, timebase: sample).nanoseconds(rounding: .up) / 2
    origin = start
  }

  /// The position after the last sample.
  package var end: MediaTime { origin.adding(time(ofSamples: count)) ?? origin }

  /// Places sound after the samples until now, and counts its samples.
  ///
  /// - Parameters:
  ///   - soundCount: The number of samples of the sound.
  ///   - position: The timestamp of its first sample; nil if it has none, and therefore follows.
  /// - Returns: The number of samples of silence before the sound. If negative, the number of samples
  ///   at its start to leave out, at most `soundCount`.
  package mutating func place(_ soundCount: Int, at position: MediaTime?) -> Int64 {
    let soundCount = Int64(soundCount)
    guard let position, let distance = position.subtracting(end),
      !hasSound || isInterrupted(distance, at: position, soundCount)
    else {
      add(soundCount)
      return 0
    }
    // Before the first sound the start counts exactly: no sample before it is heard.
    let gap = samples(in: distance, rounding: hasSound ? .toNearestOrAwayFromZero : .down)
    guard gap > -soundCount else { return -soundCount }
    (origin, count, hasSound, expected, isCut) = (position, soundCount, true, nil, false)
    return gap
  }

  /// Counts samples that follow, such as silence.
  ///
  /// - Parameter sampleCount: The number of samples; a negative number removes the last ones.
  package mutating func add(_ sampleCount: Int64) {
    count = Int64(clamping: Int128(count) + Int128(sampleCount))
    if sampleCount < 0 { isCut = true }
  }

  /// Expects sound from long before the end again, which is left out.
  package mutating func resynchronize() { comesAgain = true }

  /// Returns the number of samples until a position, rounded up.
  ///
  /// - Parameter position: The position.
  /// - Returns: The number of samples; negative if the position is before the last sample.
  package func samples(until position: MediaTime) -> Int64 {
    position.subtracting(end).map { samples(in: $0, rounding: .up) } ?? 0
  }

  /// Whether sound at a distance from the end is a gap or an overlap.
  private mutating func isInterrupted(
    _ distance: MediaTime, at position: MediaTime, _ soundCount: Int64
  ) -> Bool {
    let distance = distance.nanoseconds(rounding: .toNearestOrEven)
    let half = time(ofSamples: soundCount).nanoseconds(rounding: .down) / 2
    let tolerance = isCut ? rounding : max(rounding, min(Self.greatestTolerance, half))
    if comesAgain, distance < -Self.farBack { return true }
    comesAgain = false
    if (-tolerance...tolerance).contains(distance) {
      (expected, isCut) = (nil, false)
      return false
    }
    if (-Self.farBack...Self.farAhead).contains(distance) { return true }
    let difference = expected.flatMap { position.subtracting($0) }
    expected = position.adding(time(ofSamples: soundCount))
    let range = -Self.farBack...Self.farBack
    return difference.map { range.contains($0.nanoseconds(rounding: .down)) } ?? false
  }

  private func time(ofSamples count: Int64) -> MediaTime {
    MediaTime(ticks: count, timebase: sample)
  }

  private func samples(in time: MediaTime, rounding rule: FloatingPointRoundingRule) -> Int64 {
    time.converted(to: sample, rounding: rule)?.ticks ?? (time < .zero ? -.max : .max)
  }
}
