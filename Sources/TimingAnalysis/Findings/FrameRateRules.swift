import Media
import Timekeeping

/// Findings about the rate of frames and the distance of keyframes.
enum FrameRateRules {
  /// In seconds. Players decode from a keyframe when they seek, which is slow beyond this distance.
  private static let keyframeTolerance = 30.0
  /// The difference of 30 and 30000/1001 frames a second, as a fraction.
  private static let labelDrift = 0.001
  /// The greatest uncertainty for a note and for a warning, as a fraction of the expected
  /// difference. Measured lengths are uncertain because tracks end at the end of a frame or packet.
  private static let (noteUncertainty, warningUncertainty) = (0.25, 0.05)

  static func findings(in report: TrackTimingReport) -> [Finding] {
    regularity(of: report) + label(of: report) + keyframeDistance(in: report)
  }

  /// Finds a declared rate that differs from the measured rate by the factor 1000/1001.
  private static func label(of report: TrackTimingReport) -> [Finding] {
    guard let rate = report.frameRate, let declared = rate.declared, let measured = rate.measured,
      declared.isConfusable(with: measured)
    else { return [] }
    return [
      Finding(
        .frameRateLabel, .warning, track: report.track.index, at: report.presentationStart,
        .rateMislabelled(
          declared: text(declared), measured: text(measured), perMinute: labelDrift * 60))
    ]
  }

  /// Finds video recorded at 30000/1001 frames per second but presented at 30. It ends before its
  /// audio, by a thousandth of the length.
  static func findings(in pair: TrackPairReport, _ report: TimingReport) -> [Finding] {
    guard report.ending == .endOfMedia, let video = report.track(pair.video),
      let audio = report.track(pair.audio), let rate = video.frameRate?.measured,
      let one = video.measuredDuration?.seconds, let two = audio.measuredDuration?.seconds,
      let packet = audio.interval?.median, video.gaps.isEmpty, audio.gaps.isEmpty,
      let other = FrameRate.standard.first(where: rate.isConfusable)
    else { return [] }
    // Video that is presented too fast ends too early.
    let expected = one * (rate.framesPerSecond / other.framesPerSecond - 1)
    let uncertainty =
      1 / rate.framesPerSecond + Double(packet) * audio.track.timebase.secondsPerTick
    guard uncertainty < abs(expected) * noteUncertainty,
      abs(two - one - expected) < uncertainty
    else { return [] }
    let isSure = uncertainty < abs(expected) * warningUncertainty
    return [
      Finding(
        .frameRateLabel, isSure ? .warning : .note, track: pair.video, at: video.presentationEnd,
        .rateConfused(
          audioLonger: expected / one * 60, actual: text(other), labelled: text(rate)))
    ]
  }

  private static func keyframeDistance(in report: TrackTimingReport) -> [Finding] {
    guard let longest = report.longestWithoutKeyframe, report.jumps.isEmpty else { return [] }
    let length = Double(longest.length) * report.track.timebase.secondsPerTick
    guard length > keyframeTolerance else { return [] }
    let place = report.track.time(ofTicks: longest.ticks)
    return [
      Finding(
        .keyframeDistance, .note, track: report.track.index, at: place,
        .keyframesApart(length, from: place))
    ]
  }

  private static func regularity(of report: TrackTimingReport) -> [Finding] {
    guard let rate = report.frameRate, rate.verdict != .constant, let interval = report.interval,
      report.jumps.isEmpty
    else { return [] }
    let tick = report.track.timebase.secondsPerTick
    let (least, greatest) = (Double(interval.least) * tick, Double(interval.greatest) * tick)
    let index = report.track.index
    return rate.verdict == .variable
      ? [
        Finding(
          .variableFrameRate, .note, track: index,
          .rateVaries(least: least, greatest: greatest, mean: rate.mean))
      ]
      : [
        Finding(
          .irregularFrameRate, .warning, track: index,
          .rateIrregular(
            least: least, greatest: greatest,
            standardDeviation: interval.standardDeviation * tick))
      ]
  }

  private static func text(_ rate: FrameRate) -> String {
    rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
  }
}
