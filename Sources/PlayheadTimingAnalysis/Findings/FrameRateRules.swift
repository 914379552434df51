import PlayheadMedia
import PlayheadTimekeeping

/// Findings about the rate of frames and the distance of keyframes.
enum FrameRateRules {
  /// The difference of 30 and 30000/1001 frames a second, as a fraction.
  private static let labelDrift = 0.001
  /// The greatest difference of a multiple of a rate, as a fraction.
  private static let rateTolerance = 0.002
  /// How exactly the ends must show a wrong rate, as a fraction of its effect: sound that is cut later looks the same.
  private static let greatestUncertainty = 0.1

  static func findings(in report: TrackTimingReport, _ limits: FindingLimits) -> [Finding] {
    [regularity(of: report), label(of: report, limits), keyframeDistance(in: report, limits)]
      .compactMap(\.self)
  }

  /// Finds a declared rate that differs from the measured rate.
  private static func label(of report: TrackTimingReport, _ limits: FindingLimits) -> Finding? {
    guard let rate = report.frameRate, let declared = rate.declared, let measured = rate.measured
    else { return nil }
    let difference = abs(measured.framesPerSecond / declared.framesPerSecond - 1)
    let isConfusable = declared.isConfusable(with: measured)
    guard isConfusable || isLabel(declared, against: measured, of: report),
      let severity = limits.severity(
        of: .frameRateLabel, on: .video, usual: .warning,
        isConfusable ? [:] : [.percent: difference * 100])
    else { return nil }
    return Finding(
      .frameRateLabel, severity, track: report.track.index, at: report.presentationStart,
      .rateMislabelled(
        declared: "\(declared)", measured: "\(measured)",
        perMinute: (isConfusable ? labelDrift : difference) * 60))
  }

  /// Whether a rate that fits no frames can be a declaration: FFmpeg derives others as means, and a multiple of the
  /// measured rate is that of fields, or of frames some of which were dropped.
  private static func isLabel(
    _ rate: FrameRate, against measured: FrameRate, of report: TrackTimingReport
  ) -> Bool {
    guard rate.denominator == 1 || FrameRate.standard.contains(rate), report.gaps.isEmpty,
      report.jumps.isEmpty, !report.beginsWithoutKeyframe, let length = report.duration
    else { return false }
    let count = rate.framesPerSecond * length.seconds
    let multiple = rate.framesPerSecond / measured.framesPerSecond
    let isMultiple = multiple > 1.5 && abs(multiple - multiple.rounded()) < rateTolerance * multiple
    return abs(count - Double(report.packetCount)) > 2 && !isMultiple
  }

  /// Finds video of 30000/1001 frames per second presented at 30, which ends a thousandth before its audio, or similar.
  static func finding(in pair: TrackPairReport, _ report: TimingReport) -> Finding? {
    guard report.ending == .endOfMedia, let video = report.track(pair.video),
      let audio = report.track(pair.audio), let rate = video.frameRate?.measured,
      let one = video.duration?.seconds, let two = audio.duration?.seconds,
      let interval = audio.interval?.median, video.gaps.isEmpty, audio.gaps.isEmpty
    else { return nil }
    // Video that is presented too fast ends too early.
    let factor = two > one ? (1_001, 1_000) : (1_000, 1_001)
    let expected = one * (Double(factor.0) / Double(factor.1) - 1)
    // Tracks end at the end of a frame or packet.
    let packet = Double(interval.ticks) * audio.track.timebase.secondsPerTick
    let uncertainty = 1 / rate.framesPerSecond + packet
    guard uncertainty <= abs(expected) * greatestUncertainty,
      abs(two - one - expected) < uncertainty,
      let actual = rate.multiplied(by: factor.1, factor.0),
      let severity = report.limits.severity(of: .frameRateLabel, on: .video, usual: .warning)
    else { return nil }
    return Finding(
      .frameRateLabel, severity, track: pair.video,
      at: video.presentationEnd,
      .rateConfused(
        audioLonger: expected / one * 60, actual: "\(actual)", labelled: "\(rate)"))
  }

  private static func keyframeDistance(
    in report: TrackTimingReport, _ limits: FindingLimits
  ) -> Finding? {
    guard let longest = report.longestWithoutKeyframe, report.jumps.isEmpty else { return nil }
    let length = Double(longest.length) * report.track.timebase.secondsPerTick
    guard let severity = limits.severity(of: .keyframeDistance, on: .video, [.seconds: length])
    else { return nil }
    let place = report.track.time(ofTicks: longest.ticks)
    return Finding(
      .keyframeDistance, severity, track: report.track.index, at: place,
      .keyframesApart(length, from: place))
  }

  private static func regularity(of report: TrackTimingReport) -> Finding? {
    guard let rate = report.frameRate, rate.verdict != .constant, let interval = report.interval,
      report.jumps.isEmpty
    else { return nil }
    let tick = report.track.timebase.secondsPerTick
    let least = Double(interval.least.ticks) * tick
    let greatest = Double(interval.greatest.ticks) * tick
    let index = report.track.index
    return rate.verdict == .variable
      ? Finding(
        .variableFrameRate, .note, track: index,
        .rateVaries(least: least, greatest: greatest, mean: rate.mean))
      : Finding(
        .irregularFrameRate, .warning, track: index,
        .rateIrregular(
          least: least, greatest: greatest,
          standardDeviation: interval.standardDeviation))
  }
}
