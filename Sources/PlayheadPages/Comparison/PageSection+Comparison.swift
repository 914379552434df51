import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The section of a comparison: the differences, and both files on one time axis.
extension PageSection {
  /// Creates the section of a comparison of two reports with values along the timeline.
  package init(
    _ comparison: TimingComparison, _ one: (name: String, report: TimingReport),
    _ other: (name: String, report: TimingReport), text: String
  ) {
    let entries = comparison.differences.enumerated().map { index, difference in
      """
      <li id="difference\(index + 1)" class="warning"><code>\(difference.kind.rawValue)</code> \
      \(difference.sentence.escaped)</li>

      """
    }
    let list =
      entries.isEmpty
      ? "<p class=\"none\">No differences.</p>\n" : "<ol>\n\(entries.joined())</ol>\n"
    self.init(
      "\(one.name), \(other.name)", number: 1,
      content: """
        <p>\(text.escapedLines)</p>
        \(list)\(Self.plots(comparison, one, other))
        """)
  }

  private static func plots(
    _ comparison: TimingComparison, _ one: (name: String, report: TimingReport),
    _ other: (name: String, report: TimingReport)
  ) -> String {
    let reports = [one.report, other.report]
    let spans = reports.compactMap { report in
      report.playbackStart.flatMap { zero in
        report.start.flatMap { start in
          report.end.map {
            (min(start.seconds, zero.seconds) - zero.seconds, $0.seconds - zero.seconds)
          }
        }
      }
    }
    guard let first = spans.map(\.0).min(), let last = spans.map(\.1).max() else { return "" }
    var html = "<div class=\"plots\">\n"
    if let axis = TimeAxis(zero: 0, from: first, to: last) {
      html += differences(comparison, axis)?.html ?? ""
    }
    // Both files have the same positions at the same place, whatever the clocks of their containers are.
    for (name, report) in [one, other] {
      let zero = report.playbackStart?.seconds ?? 0
      guard let axis = TimeAxis(zero: zero, from: zero + first, to: zero + last) else { continue }
      let tracks = report.tracks.filter {
        [.video, .audio].contains($0.track.kind) && !$0.track.isAttachedPicture
          && $0.packetCount > 0
      }
      html += "<h3>\(name.escaped)</h3>\n"
      html += EventPlots(report: report, findings: [], axis: axis).html
      html += tracks.map { TrackPlots(report: $0, axis: axis).html }.joined() + axis.labels
    }
    return html + "</div>\n"
  }

  /// A mark for each difference that has a position, which leads to its entry.
  private static func differences(_ comparison: TimingComparison, _ axis: TimeAxis) -> Plot? {
    let placed = comparison.differences.enumerated().filter { $0.element.position != nil }
    guard !placed.isEmpty else { return nil }
    var plot = Plot("Differences", note: "\(placed.count) with a place")
    for (index, difference) in placed {
      guard let position = difference.position?.seconds else { continue }
      plot.mark(
        difference.kind == .missingPackets ? "error" : "warning", at: axis.x(position),
        to: "difference\(index + 1)", title: difference.sentence)
    }
    return plot
  }
}
