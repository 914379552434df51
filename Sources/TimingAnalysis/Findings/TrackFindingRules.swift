import Media
import Timekeeping

/// Derives the findings of a single track.
enum TrackFindingRules {
  static func findings(in report: TrackTimingReport, _ medium: TimingReport) -> [Finding] {
    let kind = report.track.kind
    if report.packetCount == 0 {
      guard kind == .audio || kind == .video, medium.ending == .endOfMedia else { return [] }
      return [
        Finding(
          .emptyTrack, .warning, track: report.track.index,
          "\(kind.rawValue) track \(report.track.index) is declared and has no packets")
      ]
    }
    var findings = packetFindings(report, medium)
    if let finding = undeclaredDuration(report, medium) { findings.append(finding) }
    guard kind == .audio || kind == .video else { return findings }
    findings += placeFindings(report)
    findings += FrameRateRules.findings(in: report)
    return findings
  }

  private static func packetFindings(
    _ report: TrackTimingReport, _ medium: TimingReport
  ) -> [Finding] {
    var findings: [Finding] = []
    let index = report.track.index
    // Damage because of missing transport packets is reported as a continuity error.
    let isCut = report.isLastPacketCorrupt || medium.framing?.ending == .cut
    if report.corruptCount > (isCut ? report.corruptAtEndCount : 0),
      medium.framing?.transport?.hasOnlyLosses != true
    {
      findings.append(
        Finding(
          .damagedPackets, .error, track: index, count: report.corruptCount,
          "\(counted(report.corruptCount, "packet")) of \(name(report)) cannot be read whole"))
    }
    if report.missingPresentationTimes > 0 {
      findings.append(
        Finding(
          .missingTimestamps, .warning, track: index, count: report.missingPresentationTimes,
          "\(report.missingPresentationTimes) of \(report.packetCount) packets of \(name(report)) "
            + "have no presentation time"))
    }
    if let first = report.backwardsDecodeTimes.elements.first {
      findings.append(
        Finding(
          .backwardsDecodeTime, .error, track: index, at: report.track.time(ofTicks: first.ticks),
          count: report.backwardsDecodeTimes.total,
          "decode time of \(name(report)) goes back "
            + places(report.backwardsDecodeTimes, report, by: "by")))
    }
    return findings
  }

  /// Finds MP3 without a Xing or VBRI header, unless all packets have the same length (except for
  /// padding), so that the file's length gives the duration.
  private static func undeclaredDuration(
    _ report: TrackTimingReport, _ medium: TimingReport
  ) -> Finding? {
    guard medium.framing?.declaresDuration == false, report.isOnTimeline,
      let counts = report.packetByteCounts, counts.upperBound - counts.lowerBound > 4
    else { return nil }
    return Finding(
      .undeclaredDuration, .warning, track: report.track.index,
      "the bit rate varies and no header declares the duration: players guess it from the first "
        + "packets")
  }

  private static func placeFindings(_ report: TrackTimingReport) -> [Finding] {
    var findings: [Finding] = []
    func add(
      _ kind: Finding.Kind, _ severity: Finding.Severity, _ list: CappedList<TimingPlace>,
      _ sentence: String
    ) {
      guard let first = list.elements.first else { return }
      findings.append(
        Finding(
          kind, severity, track: report.track.index, at: report.track.time(ofTicks: first.ticks),
          count: list.total, sentence))
    }
    let name = name(report)
    add(.gap, .error, report.gaps, "\(name) has a gap " + places(report.gaps, report, by: "of"))
    add(
      .overlap, .warning, report.overlaps,
      "a packet of \(name) begins before the one before it has ended, "
        + places(report.overlaps, report, by: "by"))
    add(
      .doubledPresentationTime, .error, report.doubledPresentationTimes,
      "two packets of \(name) have the same presentation time, "
        + places(report.doubledPresentationTimes, report, by: nil))
    if report.wrapCount > 0 {
      add(
        .timestampWrap, .error, report.jumps,
        "the timestamps of \(name) begin anew where their counter is full, "
          + places(report.jumps, report, by: "by"))
    } else {
      add(
        .timestampJump, .error, report.jumps,
        "the timestamps of \(name) jump " + places(report.jumps, report, by: "by"))
    }
    return findings
  }

  private static func name(_ report: TrackTimingReport) -> String {
    "\(report.track.kind.rawValue) track \(report.track.index)"
  }

  /// Returns a phrase such as `of 200.0 ms at 3.200 s`, or `5 times, first of …`.
  private static func places(
    _ list: CappedList<TimingPlace>, _ report: TrackTimingReport, by preposition: String?
  ) -> String {
    guard let first = list.elements.first else { return "" }
    let tick = report.track.timebase.secondsPerTick
    let length = preposition.map { "\($0) \(milliseconds(Double(first.length) * tick)) " } ?? ""
    let times = list.total > 1 ? "\(list.total) times, first " : ""
    return "\(times)\(length)at \(report.track.time(ofTicks: first.ticks).inSeconds)"
  }
}
