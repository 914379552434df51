import PlayheadMedia
import PlayheadTimekeeping

/// Derives findings from measurements. Times are in seconds.
enum FindingRules {
  private static let durationTolerance = 0.1
  private static let startTolerance = 0.1
  private static let (endTolerance, greatestEndNote) = (0.5, 3.0)
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
    if let zero = report.playbackStart {
      for index in findings.indices {
        findings[index].position = findings[index].time?.subtracting(zero).map { max($0, .zero) }
      }
    }
    findings += ManifestRules.findings(in: report.segmentLists)
    return findings.enumerated().sorted { one, two in
      (two.element.severity, one.offset) < (one.element.severity, two.offset)
    }.map(\.element)
  }

  private static func fileFindings(_ report: TimingReport) -> [Finding] {
    var findings: [Finding] = []
    if report.ending == .interrupted {
      findings.add(
        .incomplete, .note, at: report.end, .interrupted(after: report.duration))
    }
    if let truncation = truncation(of: report) {
      findings.append(truncation)
    } else if report.ending == .endOfMedia, report.discontinuities.isEmpty {
      findings += DurationRules.findings(in: report)
      if report.declarations.isIndexMissing { findings.add(.missingIndex, .warning, .indexMissing) }
    }
    findings += StructureRules.findings(in: report)
    // In such containers the clock may start at any time.
    if !report.info.isClockDiscontinuous, let start = report.start,
      abs(start.seconds) > startTolerance
    {
      findings.add(.lateStart, .note, at: start, .startsLate(start))
    }
    let distance = report.greatestInterleavingDistance
    if distance.seconds > interleavingTolerance {
      findings.add(.interleaving, .note, .interleavedApart(distance))
    }
    return findings
  }

  private static func truncation(of report: TimingReport) -> Finding? {
    let extent = FindingMessage.Extent(
      read: report.duration, declared: declaration(of: report))
    if case .failed(let error) = report.ending {
      return Finding(.truncated, .error, at: report.end, .readingFailed(extent, error))
    }
    guard report.ending == .endOfMedia else { return nil }
    let missing = report.tracks.first { track in
      track.isOnTimeline && (isShort(track) || report.framing?.ending == .cut)
        && (track.track.isDurationCounted
          || track.packetCount < track.track.declaredPacketCount ?? 0)
    }
    if let missing {
      return Finding(
        .truncated, .error, track: missing.track.index, at: missing.presentationEnd,
        .packetsMissing(
          extent, present: missing.packetCount, listed: missing.track.declaredPacketCount))
    }
    let isCut = report.tracks.contains { $0.isOnTimeline && $0.isLastPacketCorrupt }
    switch report.framing?.ending {
    case _ where isCut, .cut?:
      return Finding(
        .truncated, .error, at: report.end,
        .cutShort(
          extent, missingSeconds: secondsMissing(from: report),
          missingBytes: report.framing?.missingByteCount))
    case .unmarked?:
      return Finding(.truncated, .warning, at: report.end, .endUnmarked(extent))
    case .whole?, nil: return nil
    }
  }

  /// FFmpeg's duration for Ogg comes from the last page of the file, which is not a declaration.
  private static func declaration(of report: TimingReport) -> MediaTime? {
    report.info.container == "ogg" ? nil : report.declaredDuration
  }

  private static func secondsMissing(from report: TimingReport) -> Double? {
    guard let declared = declaration(of: report), let measured = report.duration,
      declared.seconds - measured.seconds > 0.001
    else { return nil }
    return declared.seconds - measured.seconds
  }

  private static func isShort(_ track: TrackTimingReport) -> Bool {
    guard let declared = track.declaredDuration else { return true }
    return declared.seconds - (track.duration?.seconds ?? 0) > durationTolerance
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
      findings.add(
        .audioVideoOffset, severity, track: pair.audio,
        at: report.track(pair.audio)?.presentationStart,
        .audioOffset(offset.seconds))
    }
    if report.ending == .endOfMedia, !isCut, let offset = pair.endOffset,
      abs(offset.seconds) > endTolerance
    {
      let isAudioLonger = offset > .zero
      let short = isAudioLonger ? pair.video : pair.audio
      findings.add(
        .earlyEnd, earlyEnd(by: offset.seconds), track: short,
        at: report.track(short)?.presentationEnd,
        .endsEarly(isVideo: isAudioLonger, by: abs(offset.seconds)))
    }
    return findings + [FrameRateRules.finding(in: pair, report)].compactMap(\.self)
  }

  /// Returns the severity if a track ends this many seconds before another.
  static func earlyEnd(by offset: Double) -> Finding.Severity {
    abs(offset) > greatestEndNote ? .warning : .note
  }

  /// Returns drift between the tracks of each pair; without pairs, drift of audio from its samples.
  private static func driftFindings(_ report: TimingReport) -> [Finding] {
    let pairs = report.pairs.filter { $0.drift != nil }
    if !pairs.isEmpty {
      return pairs.compactMap { pair in
        guard let drift = pair.drift else { return nil }
        let length = report.track(pair.audio)?.duration?.seconds ?? 0
        let ticks = [pair.video, pair.audio].compactMap { report.track($0)?.track.timebase }
        let tick = ticks.map(\.secondsPerTick).max() ?? 0
        return finding(drift, over: length, tick, track: pair.audio) {
          .trackDrift(partsPerMillion: drift, apart: $0)
        }
      }
    }
    return report.tracks.filter { $0.track.kind == .audio }.compactMap { track in
      guard let drift = track.drift else { return nil }
      let length = track.duration?.seconds ?? 0
      let tick = track.track.timebase.secondsPerTick
      return finding(drift, over: length, tick, track: track.track.index) {
        .sampleDrift(partsPerMillion: drift, apart: $0)
      }
    }
  }

  private static func finding(
    _ drift: Double, over length: Double, _ tick: Double, track: Int,
    _ message: (Double) -> FindingMessage
  ) -> Finding? {
    let apart = abs(drift) / 1e6 * length
    guard abs(drift) > driftTolerance.partsPerMillion, apart > max(driftTolerance.seconds, tick)
    else { return nil }
    return Finding(.drift, apart > 0.04 ? .error : .warning, track: track, message(apart))
  }
}
