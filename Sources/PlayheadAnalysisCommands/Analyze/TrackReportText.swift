import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The report on a track as text: its properties, its intervals and a picture of its timeline.
enum TrackReportText {
  private static let columns = 64
  private static let levels = Array(".:-=+*#")

  static func lines(of report: TrackTimingReport, in whole: TimingReport) -> [String] {
    var lines = [heading(report)]
    if report.interval != nil, let rate = report.frameRate { lines.append("    " + text(of: rate)) }
    if let interval = report.interval { lines.append("    " + intervals(interval, report)) }
    if report.track.kind == .video { lines.append("    " + keyframes(report)) }
    if report.isOnTimeline, let start = whole.start, let end = whole.end, end > start {
      lines += picture(report, from: start, to: end).map { "    " + $0 }
    }
    return lines
  }

  private static func heading(_ report: TrackTimingReport) -> String {
    let track = report.track
    var parts = ["\(report.packetCount) packets", "\(report.byteCount) bytes"]
    if let rate = report.meanBitRate {
      let most = fixed(Double(report.greatestBitsInASecond) / 1_000, 0)
      parts.append("\(fixed(rate / 1_000, 0)) kb/s, most in a second \(most) kb")
    }
    let codec = track.codec.map { " \($0)" } ?? ""
    return "  \(track.index) \(track.kind.rawValue)\(codec): " + parts.joined(separator: ", ")
  }

  private static func text(of rate: FrameRateReport) -> String {
    let declared = rate.declared.map { " (declared \($0))" } ?? ""
    let rounding = rate.rounding.map { ", rounded to \(fixed($0.seconds * 1_000, 2)) ms" } ?? ""
    return (rate.measured.map(\.description) ?? fixed(rate.mean, 3))
      + " frames/s, \(rate.verdict.rawValue)\(rounding)\(declared)"
  }

  private static func intervals(
    _ interval: IntervalStatistics, _ report: TrackTimingReport
  ) -> String {
    let tick =
      1_000 * Double(report.track.timebase.numerator)
      / Double(report.track.timebase.denominator)
    let range = [interval.least, interval.median, interval.percentile99, interval.greatest]
    return "interval "
      + range.map { fixed(Double($0.ticks) * tick, 1) }.joined(separator: "/")
      + " ms min/p50/p99/max"
  }

  private static func keyframes(_ report: TrackTimingReport) -> String {
    var text = "\(report.keyframeCount) keyframe\(report.keyframeCount == 1 ? "" : "s")"
    if let distance = report.keyframeDistance {
      let range = [distance.least, distance.greatest].map(TimingReportText.seconds)
      text += ", \(range[0]) to \(range[1]) s apart"
    }
    return text + ", reorder depth \(report.reorderDepth)"
  }

  /// Returns the bit rate from `.` to `#`, blank in gaps, and a row with `K` for keyframes and `!` for gaps, if any.
  private static func picture(
    _ report: TrackTimingReport, from start: MediaTime, to end: MediaTime
  ) -> [String] {
    let parts = report.activity.parts(columns, from: start, to: end)
    let most = parts.map(\.byteCount).max() ?? 0
    // A packet may last longer than a column, so blanks only surround the used columns.
    let used = parts.indices.filter { parts[$0].packetCount > 0 }
    var rates = parts.indices.map { index -> Character in
      guard let first = used.first, let last = used.last, (first...last).contains(index) else {
        return " "
      }
      let bytes = parts[index].byteCount
      return levels[most == 0 ? 0 : (bytes * (levels.count - 1) + most / 2) / most]
    }
    var marks = parts.map { $0.keyframeCount > 0 ? Character("K") : " " }
    let length = end.seconds - start.seconds
    for gap in report.gaps.elements {
      let from = (report.track.time(ofTicks: gap.ticks).seconds - start.seconds) / length
      let width = report.track.time(ofTicks: gap.length).seconds / length
      guard from >= 0, from < 1 else { continue }
      let first = Int(from * Double(columns))
      let last = Int(min(max(from + width, from) * Double(columns), Double(columns - 1)))
      for column in first...last where parts[column].packetCount == 0 {
        rates[column] = " "
      }
      marks[first] = "!"
    }
    // The list ends before the file does.
    if report.gaps.total > report.gaps.elements.count {
      for index in parts.indices where parts[index].gapCount > 0 { marks[index] = "!" }
    }
    let rows = ["|\(String(rates))|"]
    return marks.allSatisfy { $0 == " " } ? rows : rows + ["|\(String(marks))|"]
  }
}
