import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The section of a timing report.
extension PageSection {
  /// Creates the section of a report with values along the timeline, with its number on the page.
  package init(_ report: TimingReport, file: String, number: Int) {
    let findings = PageFinding.list(report, ofFile: number)
    let list =
      findings.isEmpty
      ? "<p class=\"none\">No findings.</p>\n"
      : "<ol>\n\(findings.map(\.html).joined())</ol>\n"
    self.init(
      file, number: number, cells: Self.cells(length: report.duration, findings),
      content: """
        <p>\(Self.summary(report).escaped)</p>
        \(list)\(Self.plots(report, findings))
        """)
  }

  private static func cells(length: MediaTime?, _ findings: [PageFinding]) -> [String] {
    let counts = Finding.Severity.allCases.reversed().map { severity in
      let count = findings.count { $0.severity == severity }
      return
        "<td class=\"\(count > 0 ? severity.rawValue : "")\">\(count > 0 ? "\(count)" : "–")</td>"
    }
    let duration = length.map { Quantities.position($0.seconds, step: 0.001) }
    return ["<td>\(duration ?? "–")</td>"] + counts
  }

  private static func summary(_ report: TimingReport) -> String {
    var parts = [report.info.container.split(separator: ",").first.map(String.init) ?? "?"]
    parts.append(report.duration.map { length($0, report) } ?? withoutDuration(report))
    for track in report.tracks where track.packetCount > 0 {
      let codec = track.track.codec.map { " (\($0))" } ?? ""
      let kind = track.track.isAttachedPicture ? "cover art" : track.track.kind.rawValue
      parts.append("\(kind) \(track.track.index)\(codec)")
    }
    let text = parts.joined(separator: ", ") + "."
    guard let zero = report.playbackStart?.seconds, zero != 0 else { return text }
    return text + " Times are positions of playback; times of the container are "
      + "\(fixed(abs(zero), 3)) s \(zero > 0 ? "greater" : "less")."
  }

  /// Returns the length of the presentation, and that of playback if it is another.
  private static func length(_ duration: MediaTime, _ report: TimingReport) -> String {
    let text = Quantities.position(duration.seconds, step: 0.001)
    guard let played = report.playbackDuration?.seconds, abs(played - duration.seconds) >= 0.001
    else { return "\(text) long" }
    return "\(text) presented, \(Quantities.position(played, step: 0.001)) played"
  }

  /// Describes media without sound and pictures on the timeline.
  private static func withoutDuration(_ report: TimingReport) -> String {
    let tracks = report.tracks.filter { $0.packetCount > 0 && !$0.track.isAttachedPicture }
    if tracks.isEmpty { return "nothing presented" }
    let end = tracks.compactMap(\.presentationEnd?.seconds).max()
    return "no sound or pictures"
      + (end.map { ", the last packet ends at \(Quantities.position($0, step: 0.001))" } ?? "")
  }

  private static func plots(_ report: TimingReport, _ findings: [PageFinding]) -> String {
    guard let zero = report.playbackStart?.seconds, let start = report.start?.seconds,
      let end = report.end?.seconds,
      let axis = TimeAxis(zero: zero, from: min(start, zero), to: end)
    else { return "" }
    let tracks = report.tracks.filter {
      [.video, .audio].contains($0.track.kind) && !$0.track.isAttachedPicture && $0.packetCount > 0
    }
    return "<div class=\"plots\">\n"
      + EventPlots(report: report, findings: findings, axis: axis).html
      + tracks.map { TrackPlots(report: $0, axis: axis).html }.joined()
      + SharedPlots(report: report, axis: axis).html + axis.labels + "</div>\n"
  }
}
