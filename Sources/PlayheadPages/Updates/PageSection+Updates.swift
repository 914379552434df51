import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The sections of positions: those that a program printed, and those of a player.
extension PageSection {
  /// Creates the section of a program's positions.
  ///
  /// - Parameters:
  ///   - trace: The lateness of its positions.
  ///   - text: The report as text.
  ///   - command: The command that was measured.
  package init(_ trace: LatenessTrace, text: String, command: String) {
    let plots = LatenessPlots(trace, isRelative: true, interruptions: "Steps back")
    self.init(
      command, number: 1, content: "<pre>\(text.escapedLines)</pre>\n\(plots?.html ?? "")")
  }

  /// Creates the section of a player's progress.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - trace: The lateness of the same values.
  ///   - title: The name of the media, for example.
  package init(_ report: PlaybackTimingReport, _ trace: LatenessTrace, title: String) {
    let plots = LatenessPlots(trace, isRelative: false, interruptions: "Stalls")
    self.init(
      title, number: 1,
      content: "<pre>\(Self.text(of: report).escapedLines)</pre>\n\(plots?.html ?? "")")
  }

  private static func text(of report: PlaybackTimingReport) -> String {
    var lines = [
      "\(counted(report.updateCount, "update")), \(report.skippedUpdateCount) skipped"
    ]
    func add(_ name: String, _ statistics: IntervalStatistics?) {
      guard let statistics else { return }
      let values = [
        statistics.least, statistics.median, statistics.percentile99, statistics.greatest,
      ]
      let text = values.map { fixed($0.seconds * 1_000, 3) }.joined(separator: "/")
      lines.append("\(name) \(text) ms min/p50/p99/max")
    }
    add("lateness", report.lateness)
    add("interval", report.interval)
    add("jitter  ", report.jitter)
    if let drift = report.drift { lines.append("drift    \(fixed(drift, 1)) ppm") }
    if report.stalls.total > 0 {
      let stalled = MediaTime(report.stalledTime)?.seconds ?? 0
      lines.append("stalled  \(counted(report.stalls.total, "time")), \(fixed(stalled, 3)) s")
    }
    return lines.joined(separator: "\n")
  }
}
