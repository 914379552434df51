import PlayheadMedia
import PlayheadTimekeeping

/// Checks the intervals between successive presentation times of one track, and finds those that are not as expected.
///
/// For audio, the expected interval is the duration of the packet's samples, or the packet's declared duration. For
/// video, it is the most frequent interval until now; the first sixteen intervals are held back until there is one.
struct IntervalJudge {
  private static let heldBackCount = 16

  private let track: MediaTrack
  private let isVideo: Bool
  private let bounds: IntervalBounds
  /// The duration of a frame at the declared rate.
  private let frameTicks: Double?
  private let picturesEnd: Int64?
  private(set) var intervals = IntervalHistogram()
  private(set) var gaps = CappedList<TrackInterval>()
  /// The gaps that were found since the last call of `takeNewGaps`.
  private var newGaps: [TrackInterval] = []
  private(set) var overlaps = CappedList<TrackInterval>()
  private(set) var doubled = CappedList<TrackInterval>()
  private(set) var jumps = CappedList<TrackInterval>()
  /// The number of intervals that are not as expected, listed as a gap or an overlap or not.
  private(set) var markedCount = 0
  private(set) var cadence: FrameCadence
  private(set) var drift = LeastSquares()
  /// The greatest length that the container stores for a picture, in ticks. Up to that, no pictures are missing. Long
  /// ones are listed, because they are a variable rate.
  var longestStored: Int64 = 0
  private var heldBack: [TrackInterval] = []
  private var isHoldingBack: Bool
  private let startDelayTicks: Double
  /// The time in ticks by which the first frame is too early.
  private(set) var startDelay: Int64 = 0
  private var firstTicks: Int64?
  private var last: TrackInterval?
  /// The total duration in ticks of the samples or frames that were followed.
  private(set) var elapsed = 0.0
  /// How much more the timestamps have advanced than these, in ticks.
  private(set) var deviation = 0.0

  /// Creates a judge. A picture may be shown until `picturesEnd`, the declared end; nil if pictures have no times.
  ///
  /// The first frame may be too early by `startDelay` seconds, see `StartDelay`.
  init(
    track: MediaTrack, limits: FindingLimits, picturesEnd: MediaTime?, startDelay: Double
  ) {
    self.track = track
    self.picturesEnd =
      track.kind == .video
      ? picturesEnd?.converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks : nil
    bounds = IntervalBounds(track, limits)
    isVideo = track.kind == .video
    isHoldingBack = isVideo
    startDelayTicks = startDelay / track.timebase.secondsPerTick
    cadence = FrameCadence(timebase: track.timebase)
    frameTicks = track.frameRate.map { $0.frameDuration.seconds / track.timebase.secondsPerTick }
  }

  /// Returns whether frames are missing between the last frame and this presentation time.
  func isGap(before ticks: Int64) -> Bool {
    guard let last, let interval = intervals.mostFrequent else { return false }
    return Double(ticks) - Double(last.ticks) > 1.5 * Double(interval)
  }

  /// Restarts at a discontinuity: the interval to the next frame is not judged.
  mutating func restart() {
    last = nil
    cadence.restart()
  }

  /// Adds a jump of a time that was corrected before it was added.
  mutating func add(jump: TrackInterval) { jumps.append(jump) }

  /// Adds the next frame or packet, with its duration, and for audio that of the previous packet in ticks.
  /// An expected duration that is rounded is not exact, and shows no drift.
  mutating func add(_ next: TrackInterval, expected: Double?, isExact: Bool = true) {
    defer { last = next }
    firstTicks = firstTicks ?? next.ticks
    guard let last else { return }
    let (interval, overflow) = next.ticks.subtractingReportingOverflow(last.ticks)
    let step = Double(interval)
    let isPicture = picturesEnd.map { next.ticks <= $0 } == true
    if overflow || step < -bounds.jump
      || !isPicture && step - Double(last.length) > bounds.jump
    {
      let length = overflow ? (next.ticks < last.ticks ? .min : .max) : interval
      return jumps.append(TrackInterval(ticks: last.ticks, length: length))
    }
    let place = TrackInterval(ticks: last.ticks, length: interval)
    if isVideo { judgeVideo(place) } else { judgeAudio(place, expected: expected, isExact) }
  }

  /// Judges the intervals that were held back, because there are no more.
  mutating func finish() {
    guard isHoldingBack else { return }
    isHoldingBack = false
    for place in heldBack { judgeFrame(place) }
    heldBack = []
  }

  private mutating func judgeAudio(
    _ place: TrackInterval, expected: Double?, _ isExact: Bool
  ) {
    intervals.add(place.length)
    guard place.length != 0 else { return doubled.append(place) }
    guard let expected else { return }
    let excess = Double(place.length) - expected
    if abs(excess) > bounds.slack {
      mark(place, expected: expected)
    } else if isExact, track.samplesPerPacket != nil || track.bytesPerSample != nil {
      follow(expected: expected, excess: excess)
    }
  }

  private mutating func judgeVideo(_ place: TrackInterval) {
    if place.length == 0 {
      doubled.append(place)
    } else {
      intervals.add(place.length)
      if !isHoldingBack { return judgeFrame(place) }
      heldBack.append(place)
      if heldBack.count == IntervalJudge.heldBackCount { finish() }
    }
  }

  private mutating func judgeFrame(_ place: TrackInterval) {
    let expected = Double(intervals.mostFrequent ?? place.length)
    let excess = Double(place.length) - expected
    // libavformat rounds the delay up to a whole number of frames.
    if startDelayTicks > 0, place.ticks == firstTicks, excess > 0,
      excess <= (startDelayTicks / expected).rounded(.up) * expected
    {
      return startDelay = Int64(nearest: excess)
    }
    let ratio = Double(place.length) / expected
    // The interval of a frame that lasts a whole number of ticks needs no rounding.
    let rounding = frameTicks == expected ? 0.0 : 1
    if bounds.isMarked(ratio), abs(Double(place.length) - expected) > rounding {
      mark(place, expected: expected)
      cadence.restart()
    } else {
      cadence.add(place.length)
      if let frameTicks {
        follow(expected: frameTicks, excess: Double(place.length) - frameTicks)
      }
    }
  }

  private mutating func mark(_ place: TrackInterval, expected: Double) {
    let excess = Double(place.length) - expected
    let (start, overflow) = place.ticks.addingReportingOverflow(Int64(nearest: expected))
    let found = TrackInterval(
      ticks: overflow ? place.ticks : start, length: Int64(nearest: abs(excess)))
    markedCount += 1
    guard bounds.isListed(excess, expected: expected) else { return }
    if excess > 0 {
      let seconds = Double(place.length) * track.timebase.secondsPerTick
      if isVideo, place.length <= longestStored, seconds < TrackFindingRules.longPictureSeconds {
        return
      }
      gaps.append(found)
      newGaps.append(found)
    } else {
      overlaps.append(found)
    }
  }

  /// Returns the gaps that were found since the last call.
  mutating func removeNewGaps() -> [TrackInterval] {
    if newGaps.isEmpty { return [] }
    defer { newGaps.removeAll(keepingCapacity: true) }
    return newGaps
  }

  /// Records how far the timestamps deviate from the duration of the samples or frames.
  private mutating func follow(expected: Double, excess: Double) {
    elapsed += expected
    deviation += excess
    drift.add(x: elapsed, y: deviation)
  }
}

/// The bounds of the intervals of one track, beyond which they are gaps, overlaps or jumps.
///
/// Limits that are less strict than the default ones shorten the lists, and change no other measurement.
struct IntervalBounds {
  /// The default share of a frame by which an interval of video may differ.
  private static let frameShare = 0.5
  /// Containers round times.
  private static let roundingTicks = 2.0

  /// The bounds of gaps, or those of overlaps.
  private struct Bound {
    /// In ticks; 0 if there is no bound in seconds.
    var ticks: Double
    /// In intervals; 0 if there is none.
    var frames: Double

    init(_ kind: Finding.Kind, _ track: MediaTrack, _ limits: FindingLimits) {
      let seconds = limits.least(kind, on: track.kind, in: .seconds)
      ticks = seconds.map { max(roundingTicks, $0 / track.timebase.secondsPerTick) } ?? 0
      frames = limits.least(kind, on: track.kind, in: .frames) ?? 0
    }
  }

  private let gap: Bound
  private let overlap: Bound
  /// The greatest deviation in ticks for which audio counts as continuous.
  let slack: Double
  /// The greatest step in ticks beyond the end of a frame or packet that is not a jump to another timeline.
  let jump: Double

  init(_ track: MediaTrack, _ limits: FindingLimits) {
    gap = Bound(.gap, track, limits)
    overlap = Bound(.overlap, track, limits)
    let tick = track.timebase.secondsPerTick
    let usual = max(Self.roundingTicks, 0.005 / tick)
    slack = [usual, gap.ticks, overlap.ticks].filter { $0 > 0 }.min() ?? usual
    jump = (limits.least(.timestampJump, on: track.kind, in: .seconds) ?? 10) / tick
  }

  /// Whether an interval of video is not as expected, by its ratio to the expected one.
  func isMarked(_ ratio: Double) -> Bool {
    func share(_ bound: Bound) -> Double {
      bound.frames > 0 ? min(bound.frames, Self.frameShare) : Self.frameShare
    }
    return ratio > 1 + share(gap) || ratio < 1 - share(overlap)
  }

  /// Whether an interval that is too long by some ticks, or too short, is listed as a gap or an overlap.
  func isListed(_ excess: Double, expected: Double) -> Bool {
    let bound = excess > 0 ? gap : overlap
    return abs(excess) > bound.ticks && abs(excess) > bound.frames * expected
  }
}
