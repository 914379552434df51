import PlayheadMedia
import PlayheadTimekeeping

/// Derives findings from measurements. Times are in seconds.
enum FindingRules {
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
    findings += ManifestRules.findings(in: report.segmentLists, report.limits)
    findings = findings.compactMap { finding in
      report.limits.graded(finding, on: finding.track.flatMap(report.track)?.track.kind)
    }
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
    if case .failed(let error) = report.ending, isUnreadableRecording(error, report) {
      findings.add(.join, .warning, at: report.end, .recordingUnreadable(error))
    } else if let truncation = truncation(of: report) {
      findings.append(truncation)
    } else if report.ending == .endOfMedia, report.discontinuities.isEmpty {
      findings += DurationRules.findings(in: report)
      if report.declarations.isIndexMissing { findings.add(.missingIndex, .warning, .indexMissing) }
    }
    if let count = report.framing?.trailingByteCount, count > 0 {
      findings.add(.trailingBytes, .note, at: report.end, .bytesFollow(count))
    }
    findings += StructureRules.findings(in: report)
    // In such containers the clock may start at any time.
    if !report.info.isClockDiscontinuous, let start = startWithPriming(report),
      let severity = report.limits.severity(of: .lateStart, on: nil, [.seconds: start.seconds])
    {
      findings.add(.lateStart, severity, at: start, .startsLate(start))
    }
    let distance = report.greatestInterleavingDistance
    let values = [FindingLimits.Unit.seconds: distance.seconds]
    if let severity = report.limits.severity(of: .interleaving, on: nil, values) {
      findings.add(.interleaving, severity, .interleavedApart(distance))
    }
    return findings
  }

  /// The start of presentation or of its priming, whichever is nearer to the container's zero; zero if that is between.
  private static func startWithPriming(_ report: TimingReport) -> MediaTime? {
    guard let start = report.start, start > .zero else { return report.start }
    let first = report.tracks.filter(\.isOnTimeline).compactMap { track in
      track.firstTicks.map(track.track.time(ofTicks:))
    }.min()
    return first.map { min(start, max($0, .zero)) } ?? start
  }

  /// Whether an error means that the next recording in chained Ogg cannot be read.
  private static func isUnreadableRecording(_ error: MediaError, _ report: TimingReport) -> Bool {
    report.info.container == "ogg" && error.reason == .unsupported
  }

  private static func truncation(of report: TimingReport) -> Finding? {
    let extent = FindingMessage.Extent(
      read: report.duration, declared: declaration(of: report))
    if case .failed(let error) = report.ending {
      return Finding(.truncated, .error, at: report.end, .readingFailed(extent, error))
    }
    guard report.ending == .endOfMedia else { return nil }
    let missing = report.tracks.first { track in
      track.isOnTimeline && (isShort(track, report.limits) || report.framing?.ending == .cut)
        && (track.track.isDurationCounted
          || track.packetCount < track.track.declaredPacketCount ?? 0)
    }
    if let missing {
      return Finding(
        .truncated, .error, track: missing.track.index, at: missing.presentationEnd,
        .packetsMissing(
          extent, present: missing.packetCount, listed: missing.track.declaredPacketCount))
    }
    let isComplete = secondsMissing(from: report) == nil
    let isCut = report.tracks.contains {
      // FFmpeg reads samples, and WAV of all codecs, in blocks. If no length is declared, the last block is
      // usually shorter.
      let isRead =
        $0.track.bytesPerSample != nil || ["wav", "w64", "caf"].contains(report.info.container)
      let isShortBlock = isRead && isComplete
      return $0.isOnTimeline && $0.isLastPacketCorrupt && !isShortBlock
    }
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

  private static func isShort(_ track: TrackTimingReport, _ limits: FindingLimits) -> Bool {
    guard let declared = track.declaredDuration else { return true }
    let missing = max(declared.seconds - (track.duration?.seconds ?? 0), 0)
    return limits.severity(of: .truncated, on: track.track.kind, [.seconds: missing]) != nil
  }

  /// - Parameter isCut: Whether the end of the file is missing.
  private static func pairFindings(
    _ pair: TrackPairReport, _ report: TimingReport, isCut: Bool
  ) -> [Finding] {
    // The windows of live lists may differ.
    let lists = report.segmentLists
    if lists.count > 1, lists.contains(where: { !$0.isComplete && $0.representation == nil }) {
      return []
    }
    var findings: [Finding] = []
    if let offset = pair.startOffset.map({ unexplained($0, atStartOf: pair, report) }),
      let severity = report.limits.severity(
        of: .audioVideoOffset, on: .audio, [.seconds: offset.seconds])
    {
      findings.add(
        .audioVideoOffset, severity, track: pair.audio,
        at: report.track(pair.audio)?.presentationStart,
        .audioOffset(offset.seconds))
    }
    let isAudioLonger = pair.endOffset.map { $0 > .zero } ?? false
    if report.ending == .endOfMedia, !isCut,
      let offset = pair.endOffset.map({ unexplained($0, atEndOf: pair, report) }),
      let severity = report.limits.severity(
        of: .earlyEnd, on: isAudioLonger ? .video : .audio, [.seconds: offset.seconds])
    {
      let short = isAudioLonger ? pair.video : pair.audio
      findings.add(
        .earlyEnd, severity, track: short,
        at: report.track(short)?.presentationEnd,
        .endsEarly(isVideo: isAudioLonger, by: abs(offset.seconds)))
    }
    return findings + [FrameRateRules.finding(in: pair, report)].compactMap(\.self)
  }

  /// Returns by how much a track begins late in the recording that it begins with: those before do not have it.
  private static func unexplained(
    _ offset: MediaTime, atStartOf pair: TrackPairReport, _ report: TimingReport
  ) -> MediaTime {
    if let priming = report.track(pair.audio)?.longestPriming, offset < .zero,
      offset.adding(priming).map({ $0 >= -joinRounding }) ?? false
    {
      return .zero
    }
    guard let start = report.track(offset > .zero ? pair.audio : pair.video)?.presentationStart
    else { return offset }
    let distances = report.discontinuities.compactMap { start.subtracting($0.time) }
    return least(offset, distances)
  }

  /// Returns by how much a track ends early in the recording that it ends with: those behind do not have it.
  private static func unexplained(
    _ offset: MediaTime, atEndOf pair: TrackPairReport, _ report: TimingReport
  ) -> MediaTime {
    guard let end = report.track(offset > .zero ? pair.video : pair.audio)?.presentationEnd
    else { return offset }
    return least(offset, report.discontinuities.compactMap { $0.time.subtracting(end) })
  }

  /// Returns the offset, or the least distance to a join if that is less, with the sign of the offset.
  private static func least(_ offset: MediaTime, _ distances: [MediaTime]) -> MediaTime {
    let joined = distances.filter { $0 > -joinRounding }.map { max($0, .zero) }.min()
    let isNegative = offset < .zero
    guard let joined, joined < (isNegative ? -offset : offset) else { return offset }
    return isNegative ? -joined : joined
  }

  /// How far a track may begin before its recording, or end behind it, because times are rounded.
  private static let joinRounding = MediaTime.milliseconds(1)

  /// Returns drift between the tracks of each pair; without pairs, drift of audio from its samples.
  private static func driftFindings(_ report: TimingReport) -> [Finding] {
    let pairs = report.pairs.filter { $0.drift != nil }
    if !pairs.isEmpty {
      return pairs.compactMap { pair in
        guard let drift = pair.drift else { return nil }
        let length = report.track(pair.audio)?.duration?.seconds ?? 0
        let ticks = [pair.video, pair.audio].compactMap { report.track($0)?.track.timebase }
        let tick = ticks.map(\.secondsPerTick).max() ?? 0
        return finding(drift, over: length, tick, track: pair.audio, report.limits) {
          .trackDrift(partsPerMillion: drift, apart: $0)
        }
      }
    }
    return report.tracks.filter { $0.track.kind == .audio }.compactMap { track in
      guard let drift = track.drift else { return nil }
      let length = track.duration?.seconds ?? 0
      let tick = track.track.timebase.secondsPerTick
      return finding(drift, over: length, tick, track: track.track.index, report.limits) {
        .sampleDrift(partsPerMillion: drift, apart: $0)
      }
    }
  }

  private static func finding(
    _ drift: Double, over length: Double, _ tick: Double, track: Int, _ limits: FindingLimits,
    _ message: (Double) -> FindingMessage
  ) -> Finding? {
    let apart = abs(drift) / 1e6 * length
    let values: [FindingLimits.Unit: Double] = [.partsPerMillion: drift, .seconds: apart]
    // Each end may be rounded by a tick.
    guard apart > 2 * tick, let severity = limits.severity(of: .drift, on: .audio, values) else {
      return nil
    }
    return Finding(.drift, severity, track: track, message(apart))
  }
}

extension TrackTimingReport {
  /// The first frame of WMA, which may be priming: no container declares that. Nil for other codecs.
  fileprivate var longestPriming: MediaTime? {
    guard ["wmav1", "wmav2"].contains(track.codec), let interval else { return nil }
    return track.time(ofTicks: interval.median.ticks)
  }
}
