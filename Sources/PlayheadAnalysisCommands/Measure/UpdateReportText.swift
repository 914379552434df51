import PlayheadFormatting
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The report on the positions of a program as text.
enum UpdateReportText {
  static func text(of report: UpdateTimingReport) -> String {
    let elapsed = MediaTime(report.elapsed)?.seconds ?? 0
    let rate = report.rate.map { "\(fixed($0, 3)) a second" } ?? "all at once"
    var lines = [
      "\(report.count) positions in \(fixed(elapsed, 3)) s, \(rate): "
        + "\(seconds(report.firstPosition)) to \(seconds(report.lastPosition)) s",
      "interval \(report.interval.text)",
      "jitter   \(report.jitter.text), against "
        + "\(fixed(report.expectedInterval.seconds * 1_000, 3)) ms",
      "drift    " + (report.drift.map { "\(fixed($0, 1)) ppm" } ?? "unknown"),
      "held     \(report.heldCount) times the same position",
    ]
    var back = "back     \(report.stepsBack.total) steps back"
    if let first = report.stepsBack.elements.first {
      back += ", first from \(seconds(first.from)) to \(seconds(first.to)) s"
    }
    lines.append(back)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func seconds(_ time: MediaTime) -> String { fixed(time.seconds, 3) }
}
