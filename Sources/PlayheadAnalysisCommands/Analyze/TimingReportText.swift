import Glibc
import PlayheadFormatting
import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// A timing report as text for a screen of 80 columns.
enum TimingReportText {
  private static let columns = 80
  private static let greatestFindingCount = 8

  /// Returns the text of a report, with the method that was used unless that is the requested default.
  static func text(
    of report: TimingReport, file: String, requested: ReadingMethod,
    wasDecodingRequested: Bool = false
  ) -> String {
    var lines = [file.printable + ": " + summary(report)]
    if requested == .index {
      lines.append(
        report.method == .index
          ? "  method: index; the media data was not read"
          : "  method: whole file read, because it has no index of all packets")
    }
    let shown = report.tracks.filter { !$0.track.isAttachedPicture && $0.packetCount > 0 }
    for track in shown { lines += TrackReportText.lines(of: track, in: report) }
    for pair in report.pairs {
      lines.append("  " + summary(pair, of: report))
      if let audio = report.track(pair.audio), let delay = audio.codecDelay,
        pair.startOffset != nil, let codec = audio.track.codec
      {
        lines.append(
          "    the start includes \(milliseconds(delay)) that "
            + (codec == "mp3" ? "mp3 encoders and decoders add" : "every \(codec) decoder adds"))
      }
    }
    // In playlists it is not known where packets are.
    if report.tracks.filter(\.isOnTimeline).count > 1, report.greatestInterleavingBytes > 0 {
      lines.append(
        "  interleaving: up to \(milliseconds(report.greatestInterleavingDistance)) and "
          + "\(report.greatestInterleavingBytes) bytes apart")
    }
    lines.append("  " + decoding(of: report, wasRequested: wasDecodingRequested))
    let findings = report.findings
    if findings.isEmpty { lines.append("  no findings") }
    for finding in findings.prefix(greatestFindingCount) {
      lines.append("  \(finding.severity.rawValue): \(finding.kind.rawValue): \(finding.sentence)")
    }
    if findings.count > greatestFindingCount {
      lines.append("  and \(findings.count - greatestFindingCount) findings more (--findings)")
    }
    return lines.flatMap { wrapped($0.printable) }.map { $0 + "\n" }.joined()
  }

  private static func summary(_ report: TimingReport) -> String {
    var text = report.info.container.split(separator: ",").first.map(String.init) ?? "?"
    text += ", " + length(of: report)
    if let declared = report.declared {
      text += " (declared \(seconds(declared.duration)) s by \(declared.header.words))"
    }
    if let start = report.start { text += ", starts at \(seconds(start)) s" }
    if report.startsMidStream { text += ", cut out of a longer stream" }
    return text
  }

  /// Returns the length of the presentation, and that of playback if it is another.
  private static func length(of report: TimingReport) -> String {
    guard let duration = report.duration else { return "nothing presented" }
    guard let played = report.playbackDuration, abs(played.seconds - duration.seconds) >= 0.001
    else { return "\(seconds(duration)) s" }
    return "\(seconds(duration)) s presented, \(seconds(played)) s played"
  }

  private static func decoding(of report: TimingReport, wasRequested: Bool) -> String {
    if !report.isDecoded {
      return "payloads were not decoded (\(wasRequested ? "no decoder" : "see --decode"))"
    }
    let counts = report.tracks.compactMap { track in
      track.decoding.map { "\($0.frameCount) frames of track \(track.track.index)" }
    }
    return "decoded: " + counts.joined(separator: ", ")
  }

  private static func summary(_ pair: TrackPairReport, of report: TimingReport) -> String {
    var parts: [String] = []
    if let offset = pair.startOffset {
      parts.append("starts \(milliseconds(offset, signed: true))")
    }
    if let offset = pair.endOffset { parts.append("ends \(milliseconds(offset, signed: true))") }
    if let drift = report.driftText(of: pair) { parts.append("drifts \(drift)") }
    return "audio \(pair.audio) against video \(pair.video): " + parts.joined(separator: ", ")
  }

  /// Breaks a line between words, indented by four more columns. A word that is too long has its own line.
  private static func wrapped(_ line: String) -> [String] {
    // Pictures always fit, and must keep their spaces.
    if line.columns <= columns { return [line] }
    let indent = String(line.prefix { $0 == " " })
    var lines: [String] = []
    var last = indent
    for word in line.dropFirst(indent.count).split(separator: " ") {
      let isFirst = last.allSatisfy { $0 == " " }
      if !isFirst, last.columns + 1 + word.columns > columns {
        lines.append(last)
        last = indent + "    " + word
      } else {
        last += (isFirst ? "" : " ") + word
      }
    }
    return lines + [last]
  }

  static func seconds(_ time: MediaTime) -> String { fixed(time.seconds, 3) }

  static func milliseconds(_ time: MediaTime, signed: Bool = false) -> String {
    let sign = signed && time >= .zero ? "+" : ""
    return "\(sign)\(fixed(time.seconds * 1_000, 1)) ms"
  }
}

extension DeclaredDuration.Header {
  /// The name of the header in the report, as in `declared 10 s by mvhd`.
  fileprivate var words: String { self == .container ? "the container" : rawValue }
}

/// Formats a finding as one line, as compilers do: `clip.ts:12.340: error: gap: audio …`.
enum FindingText {
  /// Returns the line, which begins with the position of playback. Another time of the container follows.
  static func line(_ finding: Finding, file: String) -> String {
    let position = finding.position.map { ":\(TimingReportText.seconds($0))" } ?? ""
    let place = finding.time.flatMap { place in
      place == finding.position ? nil : " (container time \(TimingReportText.seconds(place)))"
    }
    let label = "\(finding.severity.rawValue): \(finding.kind.rawValue)"
    let text = "\(file)\(position): \(label): \(finding.sentence)\(place ?? "")"
    return text.printable + "\n"
  }
}
