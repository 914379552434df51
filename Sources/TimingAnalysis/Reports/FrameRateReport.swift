import Media
import Timekeeping

/// At what rate frames come.
public struct FrameRateReport: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable {
    /// Every frame lies where a constant rate puts it, to a tick or a millisecond; gaps apart.
    case constant
    /// Several rates, as of a screen recording that leaves out frames where nothing moves.
    case variable
    /// Intervals of every kind: timestamps jitter.
    case irregular
  }

  /// As the container declares it.
  public var declared: FrameRate?
  /// The exact rate, where it is constant.
  public var measured: FrameRate?
  /// The rounding of the frames' times, by which they may differ from that rate; nil if all are
  /// exact, or if the rate is not constant.
  public var rounding: MediaTime?
  /// Frames a second over all intervals in which time goes on.
  public var mean: Double
  public var verdict: Verdict

  /// Nil where there are no intervals.
  init?(_ track: TrackMeter) {
    let entries = track.judge.intervals.entries
    let isExact = track.judge.intervals.isExact
    guard let intervals = IntervalStatistics(entries, isExact: isExact),
      let forward = IntervalStatistics(entries.filter { $0.value > 0 }, isExact: isExact)
    else { return nil }
    declared = track.track.frameRate
    mean = 1 / (forward.mean * track.track.timebase.secondsPerTick)
    verdict = Verdict(track.judge, intervals)
    let isEqual = intervals.least == intervals.greatest && intervals.isExact
    guard verdict == .constant else { return }
    let rate = track.judge.cadence.rate(
      equalInterval: isEqual ? intervals.least : nil, declared: declared)
    measured = rate?.rate
    // A coarser rounding than the container's tick is that of milliseconds.
    rounding = rate?.rounding.map {
      $0 < 1.5 ? track.track.time(ofTicks: 1) : .milliseconds(1)
    }
  }

  /// The exact rate in declared ones. What a container declares is often an average over its gaps,
  /// which is no count of frames to drift against.
  var measuredToDeclared: Double? {
    guard let measured, let declared else { return nil }
    return declared.frameDuration.seconds / measured.frameDuration.seconds
  }
}

extension FrameRateReport.Verdict {
  /// How many of 100 intervals may be faults of a constant rate before it is none.
  private static let faultPercentage = 5
  /// Up to how many lengths are several rates, and how many of 100 intervals have one of them.
  private static let (rateCount, ratePercentage) = (12, 90)

  init(_ judge: IntervalJudge, _ intervals: IntervalStatistics) {
    let faults = judge.gaps.total + judge.overlaps.total
    let isFew = faults <= 2 || faults * 100 <= intervals.count * Self.faultPercentage
    if judge.cadence.isConstant, isFew {
      self = .constant
      return
    }
    let frequent = judge.intervals.entries.map(\.count).sorted(by: >).prefix(Self.rateCount)
    let covered = frequent.reduce(0, +)
    self = covered * 100 >= intervals.count * Self.ratePercentage ? .variable : .irregular
  }
}
