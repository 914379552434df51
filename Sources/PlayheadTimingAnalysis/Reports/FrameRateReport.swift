import PlayheadMedia
import PlayheadTimekeeping

/// The frame rate of a video track.
public struct FrameRateReport: Hashable, Sendable {
  /// The regularity of the frames.
  @nonexhaustive
  public enum Verdict: String, Hashable, Sendable, Codable {
    /// Except for gaps, every frame is where a constant rate puts it, to a tick or a millisecond.
    case constant
    /// Few different intervals, as in a screen recording that omits frames while nothing moves.
    case variable
    /// Many different intervals: timestamps jitter.
    case irregular
  }

  /// The rate that the container declares.
  public var declared: FrameRate?
  /// The exact rate, if it is constant.
  public var measured: FrameRate?
  /// The rounding of the frames' times, by which they may deviate from the measured rate; nil if
  /// all are exact, or if the rate is not constant.
  public var rounding: MediaTime?
  /// Frames per second, averaged over all positive intervals.
  public var mean: Double
  /// The regularity of the frames.
  public var verdict: Verdict

  /// Creates a report, or nil without intervals.
  init?(_ track: TrackMeter) {
    let entries = track.judge.intervals.entries
    let isExact = track.judge.intervals.isExact
    let timebase = track.track.timebase
    guard let intervals = IntervalStatistics(entries, timebase, isExact: isExact),
      let forward = IntervalStatistics(
        entries.filter { $0.value > 0 }, timebase, isExact: isExact)
    else { return nil }
    declared = track.track.frameRate
    mean = 1 / forward.mean
    verdict = Verdict(track.judge, intervals)
    let isEqual = intervals.least == intervals.greatest && intervals.isExact
    guard verdict == .constant else { return }
    let rate = track.judge.cadence.rate(
      equalInterval: isEqual ? intervals.least.ticks : nil, declared: declared)
    measured = rate?.rate
    // Rounding that is coarser than the container's tick is rounding to milliseconds.
    rounding = rate?.rounding.map {
      $0 < 1.5 ? track.track.time(ofTicks: 1) : .milliseconds(1)
    }
  }

  /// The measured rate divided by the declared one, in whose frames drift is measured: it is often a mean with gaps.
  var measuredToDeclared: Double? {
    guard let measured, let declared else { return nil }
    return declared.frameDuration.seconds / measured.frameDuration.seconds
  }
}

extension FrameRateReport.Verdict {
  /// The percentage of intervals that may deviate while the rate counts as constant.
  private static let outlierPercentage = 5
  /// A variable rate has at most this many intervals, which cover at least this percentage of all.
  private static let (rateCount, ratePercentage) = (12, 90)

  init(_ judge: IntervalJudge, _ intervals: IntervalStatistics) {
    let irregular = judge.markedCount
    let isFew = irregular <= 2 || irregular * 100 <= intervals.count * Self.outlierPercentage
    if judge.cadence.isConstant, isFew {
      self = .constant
      return
    }
    let frequent = judge.intervals.entries.map(\.count).sorted(by: >).prefix(Self.rateCount)
    let covered = frequent.reduce(0, +)
    self = covered * 100 >= intervals.count * Self.ratePercentage ? .variable : .irregular
  }
}
