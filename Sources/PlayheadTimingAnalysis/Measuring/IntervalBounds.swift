import PlayheadMedia
import PlayheadTimekeeping

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

  /// Returns whether an interval of video is not as expected.
  ///
  /// - Parameter ratio: The interval divided by the expected one.
  func isMarked(_ ratio: Double) -> Bool {
    func share(_ bound: Bound) -> Double {
      bound.frames > 0 ? min(bound.frames, Self.frameShare) : Self.frameShare
    }
    return ratio > 1 + share(gap) || ratio < 1 - share(overlap)
  }

  /// Returns whether an interval that is not as expected is listed as a gap or an overlap.
  ///
  /// - Parameters:
  ///   - excess: By how many ticks it is longer than expected.
  ///   - expected: The expected interval in ticks.
  func isListed(_ excess: Double, expected: Double) -> Bool {
    let bound = excess > 0 ? gap : overlap
    return abs(excess) > bound.ticks && abs(excess) > bound.frames * expected
  }
}
