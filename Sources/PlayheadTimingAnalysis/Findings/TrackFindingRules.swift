import PlayheadMedia
import PlayheadTimekeeping

/// Derives the findings of a single track.
enum TrackFindingRules {
  /// FFmpeg's names of containers whose packets need no presentation time: MPEG program streams, AVI, GXF, raw ones. FFmpeg
  /// returns the times of ASF as decode times.
  private static let containersThatLeaveOutTimes: Set = [
    "mpeg", "avi", "gxf", "asf", "h264", "hevc", "vvc", "m4v", "mpegvideo", "h263", "h261", "vc1",
    "cavsvideo",
  ]

  /// A picture that is shown for so long is no loss of frames, if the container gives each one its time.
  static let longPictureSeconds = 0.4

  static func findings(in report: TrackTimingReport, _ whole: TimingReport) -> [Finding] {
    let kind = report.track.kind
    if report.packetCount == 0 {
      // A program stream declares no tracks. libavformat may take bytes of other packets for those of one.
      guard kind == .audio || kind == .video, whole.ending == .endOfMedia,
        !whole.hasOnlyKeyframes, whole.info.container != "mpeg"
      else { return [] }
      return [
        Finding(
          .emptyTrack, .warning, track: report.track.index,
          .trackEmpty(name(report)))
      ]
    }
    var findings = packetFindings(report, whole)
    if let finding = undeclaredDuration(report, whole) { findings.append(finding) }
    guard kind == .audio || kind == .video else { return findings }
    findings += occurrenceFindings(report, whole)
    findings += DecodingRules.findings(in: report)
    findings += FrameRateRules.findings(in: report, whole.limits)
    return findings
  }

  private static func packetFindings(
    _ report: TrackTimingReport, _ whole: TimingReport
  ) -> [Finding] {
    var findings: [Finding] = []
    let index = report.track.index
    // Damage because of missing transport packets is reported as a continuity error.
    let isCut = report.isLastPacketCorrupt || whole.framing?.ending == .cut
    if report.corruptCount > (isCut ? report.corruptAtEndCount : 0),
      whole.framing?.transport?.hasOnlyLosses != true, !whole.hasOnlyKeyframes,
      report.corruptCount > whole.declaredDiscontinuityCount
    {
      findings.add(
        .damagedPackets, .error, track: index, count: report.corruptCount,
        .packetsDamaged(report.corruptCount, name(report)))
    }
    if report.missingPresentationTimes > 0,
      !containersThatLeaveOutTimes.contains(whole.info.container)
    {
      findings.add(
        .missingTimestamps, .warning, track: index, count: report.missingPresentationTimes,
        .timesMissing(
          report.missingPresentationTimes, of: report.packetCount, name(report)))
    }
    if let first = report.backwardsDecodeTimes.elements.first {
      findings.add(
        .backwardsDecodeTime, .error, track: index, at: report.track.time(ofTicks: first.ticks),
        count: report.backwardsDecodeTimes.total,
        .decodeTimeGoesBack(
          name(report), occurrences(report.backwardsDecodeTimes, first, report, hasLength: true)))
    }
    return findings
  }

  /// Finds ADTS, and MP3 without a header that counts frames, unless packets of one length give the duration.
  private static func undeclaredDuration(
    _ report: TrackTimingReport, _ whole: TimingReport
  ) -> Finding? {
    guard whole.framing?.declaresDuration == false, report.isOnTimeline,
      let counts = report.packetByteCounts, counts.upperBound - counts.lowerBound > 4
    else { return nil }
    return Finding(
      .undeclaredDuration, whole.info.container == "aac" ? .note : .warning,
      track: report.track.index, .durationUndeclared)
  }

  /// Returns how many packets must share a time, because they are shorter than a tick, as TrueHD in Matroska.
  private static func unavoidableDoubles(_ report: TrackTimingReport) -> Int {
    guard let span = report.spanTicks, report.jumps.isEmpty else { return 0 }
    return max(report.packetCount - 1 - Int(clamping: max(span, 0)), 0)
  }

  /// Whether the gap is the packet that FFmpeg drops when it opens a playlist without video.
  private static func isLeftOut(
    _ gaps: CappedList<TrackInterval>, _ report: TrackTimingReport, _ whole: TimingReport
  ) -> Bool {
    guard report.track.kind == .audio, !whole.segmentLists.isEmpty, gaps.total == 1,
      let gap = gaps.elements.first, let packet = report.interval?.median,
      let start = report.presentationStart
    else { return false }
    return max(gap.length, 0) - 2 <= packet.ticks
      && report.track.time(ofTicks: gap.ticks).subtracting(start).map { $0 < .seconds(1) } == true
  }

  private static func occurrenceFindings(
    _ report: TrackTimingReport, _ whole: TimingReport
  ) -> [Finding] {
    var findings: [Finding] = []
    func add(
      _ kind: Finding.Kind, _ severity: Finding.Severity, _ list: CappedList<TrackInterval>,
      hasLength: Bool = true,
      _ message: (FindingMessage.TrackName, FindingMessage.Occurrences) -> FindingMessage
    ) {
      guard let first = list.elements.first,
        let severity = whole.limits.severity(
          ofListed: kind, on: report.track.kind, usual: severity, greatest(list, report))
      else { return }
      findings.add(
        kind, severity, track: report.track.index, at: report.track.time(ofTicks: first.ticks),
        count: list.total,
        message(name(report), occurrences(list, first, report, hasLength: hasLength)))
    }
    let declared = DeclaredGaps(whole.segmentLists)
    var gaps = report.gaps.removing { declared.contains($0, of: report.track) }
    var overlaps = report.overlaps
    if isPictureTimed(report, whole) {
      gaps = gaps.removing { isLongPicture($0, report) }
      if gaps.total < report.gaps.total, let finding = longPictures(report) {
        findings.append(finding)
        // Each picture is shown until the next one.
        overlaps = overlaps.removing { _ in true }
      }
    }
    if !whole.hasOnlyKeyframes, !isLeftOut(gaps, report, whole) {
      add(.gap, .error, gaps) { .gap($0, $1) }
    }
    add(.overlap, .warning, overlaps) { .overlap($0, $1) }
    if report.doubledPresentationTimes.total > unavoidableDoubles(report) {
      add(.doubledPresentationTime, .error, report.doubledPresentationTimes, hasLength: false) {
        .timeRepeated($0, $1)
      }
    }
    if report.wrapCount > 0 {
      add(.timestampWrap, .error, report.jumps) { .timestampsWrap($0, $1) }
    } else {
      let jumps = report.jumps.removing { declared.contains($0, of: report.track) }
      add(.timestampJump, .error, jumps) { .timestampsJump($0, $1) }
    }
    return findings
  }

  /// Whether the container gives each picture its own time, and shows it until the next one.
  private static func isPictureTimed(_ report: TrackTimingReport, _ whole: TimingReport) -> Bool {
    report.track.kind == .video && whole.info.timesEachPicture
  }

  /// Whether a picture is shown longer than frames are lost, as in a recording of a screen.
  private static func isLongPicture(_ gap: TrackInterval, _ report: TrackTimingReport) -> Bool {
    let usual = report.interval.map { Double($0.median.ticks) } ?? 0
    return (usual + Double(gap.length)) * report.track.timebase.secondsPerTick
      >= longPictureSeconds
  }

  private static func longPictures(_ report: TrackTimingReport) -> Finding? {
    guard let rate = report.frameRate, let interval = report.interval else { return nil }
    let tick = report.track.timebase.secondsPerTick
    return Finding(
      .variableFrameRate, .note, track: report.track.index,
      .rateVaries(
        least: Double(interval.least.ticks) * tick,
        greatest: Double(interval.greatest.ticks) * tick, mean: rate.mean))
  }

  /// Returns the greatest length of a list in each unit.
  private static func greatest(
    _ list: CappedList<TrackInterval>, _ report: TrackTimingReport
  ) -> [FindingLimits.Unit: Double] {
    let ticks = list.elements.map { abs(Double($0.length)) }.max() ?? 0
    let frame = report.interval.map { Double($0.median.ticks) } ?? 0
    return [
      .seconds: ticks * report.track.timebase.secondsPerTick,
      .frames: frame > 0 ? ticks / frame : 0,
    ]
  }

  private static func name(_ report: TrackTimingReport) -> FindingMessage.TrackName {
    FindingMessage.TrackName(report.track.kind, report.track.index)
  }

  private static func occurrences(
    _ list: CappedList<TrackInterval>, _ first: TrackInterval, _ report: TrackTimingReport,
    hasLength: Bool
  ) -> FindingMessage.Occurrences {
    func seconds(_ interval: TrackInterval) -> Double {
      Double(interval.length) * report.track.timebase.secondsPerTick
    }
    // Not all are listed if there are many.
    let longest =
      list.elements.count == list.total ? list.elements.max { $0.length < $1.length } : nil
    return FindingMessage.Occurrences(
      count: list.total, length: hasLength ? seconds(first) : nil,
      first: report.track.time(ofTicks: first.ticks),
      longest: longest.flatMap {
        // As printed, in tenths of a millisecond.
        seconds($0) - seconds(first) >= 0.000_1
          ? (seconds($0), report.track.time(ofTicks: $0.ticks)) : nil
      })
  }
}

extension TimingReport {
  /// Whether the playlist is of keyframes, parts of files from which the rest, and the sound, are left out.
  fileprivate var hasOnlyKeyframes: Bool { segmentLists.first?.hasOnlyKeyframes == true }
}

/// Findings about payloads that were decoded.
enum DecodingRules {
  static func findings(in report: TrackTimingReport) -> [Finding] {
    guard let decoding = report.decoding else { return [] }
    var findings: [Finding] = []
    func add(
      _ kind: Finding.Kind, _ list: CappedList<TrackInterval>,
      _ message: (FindingMessage.TrackName, FindingMessage.FirstOccurrences) -> FindingMessage
    ) {
      guard let first = list.elements.first else { return }
      let name = FindingMessage.TrackName(report.track.kind, report.track.index)
      let places = FindingMessage.FirstOccurrences(
        count: list.total,
        first: list.elements.prefix(FindingMessage.FirstOccurrences.greatestCount).map {
          report.track.time(ofTicks: $0.ticks)
        })
      findings.add(
        kind, .error, track: report.track.index, at: report.track.time(ofTicks: first.ticks),
        count: list.total, message(name, places))
    }
    add(.undecodablePackets, decoding.undecodable) { .packetsRejected($0, $1) }
    add(.missingReferences, decoding.missingReferences) { .referencesMissing($0, $1) }
    add(.concealedErrors, decoding.concealed) { .errorsConcealed($0, $1) }
    add(.corruptFrames, decoding.corrupt) { .framesCorrupt($0, $1) }
    return findings
  }
}

/// The times for which lists declare that they have no media: `EXT-X-GAP` of HLS, and a pause in a SegmentTimeline of
/// DASH.
struct DeclaredGaps {
  /// How far in seconds a gap between packets may exceed the declared one.
  private static let tolerance = 0.1

  private var gaps: [(kind: MediaTrack.Kind, start: MediaTime, end: MediaTime)] = []

  init(_ lists: [SegmentList]) {
    for list in lists {
      let shift = list.representation?.shift ?? .zero
      for (index, segment) in list.segments.enumerated()
      where segment.isGap || list.declaredGap(before: index) > 0 {
        guard index > 0, !list.segments[index - 1].isGap,
          let next = list.segments[index...].first(where: { !$0.isGap })
        else { continue }
        for track in list.segments[index - 1].tracks {
          if let other = next.track(track.kind), let start = track.endTime.adding(shift),
            let end = other.startTime.adding(shift)
          {
            gaps.append((track.kind, start, end))
          }
        }
      }
    }
  }

  /// Returns whether an interval without packets is a declared one.
  func contains(_ interval: TrackInterval, of track: MediaTrack) -> Bool {
    if gaps.isEmpty { return false }
    let tick = track.timebase.secondsPerTick
    let start = Double(interval.ticks) * tick
    let end = start + Double(interval.length) * tick
    return gaps.contains {
      $0.kind == track.kind && start >= $0.start.seconds - Self.tolerance
        && end <= $0.end.seconds + Self.tolerance
    }
  }
}
