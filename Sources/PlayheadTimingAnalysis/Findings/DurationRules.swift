import PlayheadMedia
import PlayheadTimekeeping

/// Compares the length that each header declares with the length of the packets that it describes.
enum DurationRules {
  /// The greatest difference, in seconds, of durations that are reported as one.
  private static let tolerance = 0.1

  /// Headers that declare the same length, for which the packets have another length.
  private struct Mismatch {
    var headers: [DeclaredDuration]
    var declared: Double
    var measured: Double
  }

  static func findings(in report: TimingReport) -> [Finding] {
    var mismatches: [Mismatch] = []
    for declared in report.declarations.durations {
      let length = declared.duration.seconds
      let lengths = lengths(countedBy: declared, report)
      guard let measured = lengths.min(by: { abs($0 - length) < abs($1 - length) }),
        abs(measured - length) > rounding(of: declared, report),
        severity(of: declared, length - measured, report) != nil
      else { continue }
      let known = mismatches.firstIndex {
        abs($0.declared - length) <= tolerance && abs($0.measured - measured) <= tolerance
      }
      if let known {
        mismatches[known].headers.append(declared)
      } else {
        mismatches.append(Mismatch(headers: [declared], declared: length, measured: measured))
      }
    }
    return mismatches.compactMap { finding($0, report) }
  }

  private static func severity(
    of declared: DeclaredDuration, _ difference: Double, _ report: TimingReport
  ) -> Finding.Severity? {
    report.limits.severity(
      of: .durationMismatch, on: declared.track.flatMap(report.track)?.track.kind,
      [.seconds: difference])
  }

  /// Returns the number of the first segment with other headers than the first one, which FFmpeg does not play.
  private static func firstOfOtherHeaders(_ report: TimingReport) -> Int64? {
    guard let segments = report.segmentLists.first?.segments else { return nil }
    return segments.first { $0.initialization != segments[0].initialization }?.number
  }

  /// Returns the duration of a frame or a packet of sound, because writers disagree on the last one's.
  private static func rounding(of declared: DeclaredDuration, _ report: TimingReport) -> Double {
    let tracks = report.tracks.filter { declared.track == nil || $0.track.index == declared.track }
    return tracks.reduce(0) { rounding, track in
      return max(
        rounding,
        Double(track.interval?.percentile99.ticks ?? 0) * track.track.timebase.secondsPerTick)
    }
  }

  private static func finding(_ mismatch: Mismatch, _ report: TimingReport) -> Finding? {
    if mismatch.declared > mismatch.measured, let number = firstOfOtherHeaders(report) {
      return Finding(
        .durationMismatch, .note, at: report.end,
        .headersChange(
          segment: number, played: mismatch.measured, declared: mismatch.declared))
    }
    let tracks = Set(mismatch.headers.map(\.track))
    let track = tracks.count == 1 ? mismatch.headers[0].track : nil
    let severities = mismatch.headers.compactMap {
      severity(of: $0, mismatch.declared - mismatch.measured, report)
    }
    guard let severity = severities.max() else { return nil }
    return Finding(
      .durationMismatch, severity, track: track, at: report.end,
      .durationDiffers(
        headers: names(mismatch.headers), isPlural: mismatch.headers.count > 1,
        declared: mismatch.declared, measured: mismatch.measured))
  }

  /// Returns the lengths that the header may mean: from the first packet, the first presented sample, or zero.
  private static func lengths(
    countedBy declared: DeclaredDuration, _ report: TimingReport
  ) -> [Double] {
    switch declared.header {
    case .sampleTable: return []
    case .mediaHeader:
      // The media header includes samples that the edit list excludes.
      let samples = report.declarations.durations.first {
        $0.header == .sampleTable && $0.track == declared.track
      }
      return samples.map { [$0.duration.seconds] } ?? []
    case .container: return [report.duration?.seconds].compactMap(\.self)
    default: break
    }
    guard let index = declared.track else { return lengthsOfAll(in: report) }
    guard let track = report.track(index), track.packetCount > 0, !track.track.isAttachedPicture,
      [.audio, .video].contains(track.track.kind), let end = track.presentationEnd?.seconds
    else { return [] }
    return lengths(to: end, from: [track.presentationStart, first(of: track)])
  }

  /// Returns the lengths of the timeline and of all tracks, because some writers include subtitles.
  private static func lengthsOfAll(in report: TimingReport) -> [Double] {
    let ends = report.tracks.compactMap { track in
      track.packetCount > 0 ? track.presentationEnd : track.declaredDuration
    }
    guard let end = report.end?.seconds, let last = ends.max()?.seconds else { return [] }
    let starts = [report.start, report.tracks.compactMap(first).min()]
    return lengths(to: end, from: starts) + lengths(to: max(last, end), from: starts)
  }

  private static func lengths(to end: Double, from starts: [MediaTime?]) -> [Double] {
    let starts = starts.compactMap { $0?.seconds }
    // If presentation starts late, some writers count from zero.
    let isLate = starts.contains { $0 > 0 }
    return starts.map { end - $0 } + (isLate ? [end] : [])
  }

  private static func first(of track: TrackTimingReport) -> MediaTime? {
    track.firstTicks.map(track.track.time(ofTicks:))
  }

  /// Returns a phrase such as `the movie header (mvhd) and 2 track headers (tkhd)`.
  private static func names(_ headers: [DeclaredDuration]) -> String {
    var counts: [(header: DeclaredDuration.Header, count: Int)] = []
    for header in headers.map(\.header) {
      if let index = counts.firstIndex(where: { $0.header == header }) {
        counts[index].count += 1
      } else {
        counts.append((header, 1))
      }
    }
    let names = counts.map {
      $0.count == 1 ? "the \($0.header.name)" : $0.header.name(of: $0.count)
    }
    let last = names.last ?? ""
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension DeclaredDuration.Header {
  fileprivate var name: String { words.0 + words.1 }

  fileprivate func name(of count: Int) -> String { "\(count) \(words.0)s\(words.1)" }

  /// The common name, and the name in the format's specification.
  private var words: (String, String) {
    switch self {
    case .movieHeader: ("movie header", " (mvhd)")
    case .movieExtendsHeader: ("movie extends header", " (mehd)")
    case .trackHeader: ("track header", " (tkhd)")
    case .mediaHeader: ("media header", " (mdhd)")
    case .sampleTable: ("sample table", " (stts)")
    case .segmentDuration: ("segment", " (Duration)")
    case .streamHeader: ("stream header", " (strh)")
    case .dataChunk: ("data chunk", "")
    case .factChunk: ("fact chunk", "")
    case .streamInfo: ("STREAMINFO block", "")
    case .xing: ("Xing header", "")
    case .vbri: ("VBRI header", "")
    case .container: ("container", "")
    }
  }
}
