import Media
import Timekeeping

/// Derives findings from measurements. Times are in seconds.
enum FindingRules {
  private static let durationTolerance = 0.1
  private static let startTolerance = 0.1
  private static let endTolerance = 0.5
  private static let interleavingTolerance = 1.0
  /// In parts per million, and in seconds over the whole track. A finding exceeds both.
  private static let driftTolerance = (partsPerMillion: 20.0, seconds: 0.005)

  static func findings(in report: TimingReport) -> [Finding] {
    var findings = fileFindings(report)
    findings += ContainerFindingRules.findings(in: report)
    let isCut = findings.contains { $0.kind == .truncated }
    for pair in report.pairs { findings += pairFindings(pair, report, isCut: isCut) }
    for track in report.tracks where !track.track.isAttachedPicture {
      findings += TrackFindingRules.findings(in: track, report)
    }
    findings += driftFindings(report)
    return findings.enumerated().sorted { one, two in
      (two.element.severity, one.offset) < (one.element.severity, two.offset)
    }.map(\.element)
  }

  private static func fileFindings(_ report: TimingReport) -> [Finding] {
    var findings: [Finding] = []
    if report.ending == .interrupted {
      let length = report.measuredDuration.map { "after \($0.inSeconds)" } ?? "before any packet"
      findings.append(
        Finding(
          .incomplete, .note, at: report.end,
          "reading was stopped \(length); what follows is not in this report"))
    }
    if let truncation = truncation(of: report) {
      findings.append(truncation)
    } else if report.ending == .endOfMedia, report.joins.isEmpty {
      findings += DurationRules.findings(in: report)
      findings += StructureRules.missingIndex(in: report)
    }
    findings += StructureRules.findings(in: report)
    // In such containers the clock may start at any time.
    if !report.info.isClockDiscontinuous, let start = report.start,
      abs(start.seconds) > startTolerance
    {
      findings.append(
        Finding(
          .lateStart, .note, at: start,
          "presentation begins at \(start.inSeconds) on the container's clock, not at zero"))
    }
    let distance = report.greatestInterleavingDistance
    if distance.seconds > interleavingTolerance {
      findings.append(
        Finding(
          .interleaving, .note,
          "audio and video of one time lie up to \(distance.inSeconds) apart in the file: a player "
            + "that streams it has to buffer as much"))
    }
    return findings
  }

  private static func truncation(of report: TimingReport) -> Finding? {
    let declared = declaration(of: report).map { " of \($0.inSeconds) declared" } ?? ""
    let read = report.measuredDuration.map { "after \($0.inSeconds)\(declared)" } ?? "at once"
    if case .failed(let error) = report.ending {
      return Finding(.truncated, .error, at: report.end, "reading fails \(read): \(error)")
    }
    guard report.ending == .endOfMedia else { return nil }
    let missing = report.tracks.first { track in
      track.isOnTimeline && isShort(track)
        && (track.track.isDurationCounted
          || track.packetCount < track.track.declaredPacketCount ?? 0)
    }
    if let missing {
      let listed = missing.track.declaredPacketCount.map { count in
        ": of the \(count) packets its index lists only \(missing.packetCount) are there"
      }
      return Finding(
        .truncated, .error, track: missing.track.index, at: missing.presentationEnd,
        "the file ends \(read)\(listed ?? "")")
    }
    let isCut = report.tracks.contains { $0.isOnTimeline && $0.isLastPacketCorrupt }
    switch report.framing?.ending {
    case _ where isCut, .cut?:
      return Finding(
        .truncated, .error, at: report.end, "the file ends \(read), \(amountMissing(from: report))")
    case .unmarked?:
      return Finding(
        .truncated, .warning, at: report.end,
        "the file ends \(read), without the mark of the end of its streams")
    case .whole?, nil: return nil
    }
  }

  /// FFmpeg's duration for Ogg comes from the last page of the file, which is not a declaration.
  private static func declaration(of report: TimingReport) -> MediaTime? {
    report.info.container == "ogg" ? nil : report.declaredDuration
  }

  private static func amountMissing(from report: TimingReport) -> String {
    var parts: [String] = []
    if let declared = declaration(of: report), let measured = report.measuredDuration,
      declared.seconds - measured.seconds > 0.001
    {
      parts.append(seconds(declared.seconds - measured.seconds))
    }
    if let count = report.framing?.missingByteCount { parts.append(counted(count, "byte")) }
    guard !parts.isEmpty else { return "in the middle of a packet" }
    return "cut short: \(parts.joined(separator: " and ")) are missing"
  }

  private static func isShort(_ track: TrackTimingReport) -> Bool {
    guard let declared = track.declaredDuration else { return true }
    return declared.seconds - (track.measuredDuration?.seconds ?? 0) > durationTolerance
  }

  /// EBU R 37 allows audio to be 40 ms early and 60 ms late; ITU-R BT.1359 finds 90 ms early and
  /// 185 ms late unacceptable.
  ///
  /// - Parameter isCut: Whether the end of the file is missing.
  private static func pairFindings(
    _ pair: TrackPairReport, _ report: TimingReport, isCut: Bool
  ) -> [Finding] {
    var findings: [Finding] = []
    if let offset = pair.startOffset, !(-0.04...0.06).contains(offset.seconds) {
      let severity: Finding.Severity =
        (-0.09...0.185).contains(offset.seconds) ? .warning : .error
      let way = offset > .zero ? "later" : "earlier"
      findings.append(
        Finding(
          .audioVideoOffset, severity, track: pair.audio,
          at: report.track(pair.audio)?.presentationStart,
          "audio begins \(milliseconds(abs(offset.seconds))) \(way) than video"))
    }
    if report.ending == .endOfMedia, !isCut, let offset = pair.endOffset,
      abs(offset.seconds) > endTolerance
    {
      let isAudioLonger = offset > .zero
      let short = isAudioLonger ? pair.video : pair.audio
      findings.append(
        Finding(
          .earlyEnd, .note, track: short, at: report.track(short)?.presentationEnd,
          "\(isAudioLonger ? "video" : "audio") ends \(seconds(abs(offset.seconds))) before "
            + "\(isAudioLonger ? "audio" : "video") does"))
    }
    return findings + FrameRateRules.findings(in: pair, report)
  }

  /// Returns drift between the tracks of each pair; without pairs, drift of audio from its samples.
  private static func driftFindings(_ report: TimingReport) -> [Finding] {
    let pairs = report.pairs.filter { $0.drift != nil }
    if !pairs.isEmpty {
      return pairs.compactMap { pair in
        guard let drift = pair.drift else { return nil }
        let length = report.track(pair.audio)?.measuredDuration?.seconds ?? 0
        return finding(drift, over: length, track: pair.audio, "audio's timestamps run", "video's")
      }
    }
    return report.tracks.filter { $0.track.kind == .audio }.compactMap { track in
      guard let drift = track.drift else { return nil }
      return finding(
        drift, over: track.measuredDuration?.seconds ?? 0, track: track.track.index,
        "the timestamps run", "the samples they count")
    }
  }

  private static func finding(
    _ drift: Double, over length: Double, track: Int, _ subject: String, _ other: String
  ) -> Finding? {
    let apart = abs(drift) / 1e6 * length
    guard abs(drift) > driftTolerance.partsPerMillion, apart > driftTolerance.seconds else {
      return nil
    }
    let way = drift > 0 ? "faster" : "slower"
    return Finding(
      .drift, apart > 0.04 ? .error : .warning, track: track,
      "\(subject) \(fixed(abs(drift), 1)) ppm \(way) than \(other): "
        + "\(milliseconds(apart)) apart at the end")
  }
}
