import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The sections of positions: those that a program printed, and those of a player.
extension PageSection {
  /// Creates the section of a program's positions, with its command as the title.
  package init(_ meter: UpdateTimingMeter, text: String, command: String) {
    let plots = LatenessPlots(
      meter.trace, meter.lateness.entries, isRelative: true, interruptions: "Steps back")
    self.init(
      command, number: 1, content: "<pre>\(text.escapedLines)</pre>\n\(plots?.html ?? "")")
  }

  /// Creates the section of a player's progress, with the media as the title.
  package init(_ meter: PlaybackTimingMeter, title: String) {
    let report = meter.report
    let plots = LatenessPlots(
      meter.trace, report.latenessHistogram.entries, isRelative: false, interruptions: "Stalls")
    self.init(
      title, number: 1,
      content: "<pre>\(Self.text(of: report).escapedLines)</pre>\n\(plots?.html ?? "")")
  }

  private static func text(of report: PlaybackTimingReport) -> String {
    var lines = [
      "\(counted(report.updateCount, "update")), \(report.skippedUpdateCount) skipped"
    ]
    func add(_ name: String, _ statistics: IntervalStatistics?) {
      if let statistics { lines.append("\(name) \(statistics.text)") }
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
