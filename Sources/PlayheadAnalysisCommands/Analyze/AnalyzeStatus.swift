import PlayheadFormatting
import PlayheadTimekeeping

/// The state of an analysis, for the line that a terminal shows.
struct AnalyzeStatus {
  let summary: AnalyzeSummary
  /// The number of files; nil if it is unknown.
  let total: Int?
  /// The size of all files in bytes; nil if it is unknown.
  var totalByteCount: Int64?
  /// The file that has been read for the longest time.
  let running: AnalyzeWindow.Running?

  /// The state after some seconds, as `120 of 900 files, 31.2 GB of 240 GB, 1.0 GB/s, 3:15 left, 7 with findings`.
  func text(elapsed: Double) -> String {
    if total == 1 { return runningText ?? "" }
    let rate = elapsed > 0 ? Double(summary.readCount) / elapsed : 0
    let byteRate = elapsed > 0 ? Double(summary.byteCount) / elapsed : 0
    var parts = [
      "\(summary.count)\(total.map { " of \($0)" } ?? "") files",
      AnalyzeStatus.bytes(Double(doneByteCount))
        + (totalByteCount.map { " of " + AnalyzeStatus.bytes(Double($0)) } ?? ""),
      "\(fixed(rate, rate < 10 ? 1 : 0)) files/s", AnalyzeStatus.bytes(byteRate) + "/s",
    ]
    if let totalByteCount, byteRate > 0 {
      let left = max(Double(totalByteCount) - Double(doneByteCount), 0)
      parts.append(AnalyzeStatus.clock(left / byteRate) + " left")
    } else if let total, rate > 0 {
      parts.append(AnalyzeStatus.clock(Double(max(total - summary.count, 0)) / rate) + " left")
    }
    parts.append("\(summary.failed) failed")
    parts.append("\(summary.withFindings) with findings")
    return parts.joined(separator: ", ") + (runningText.map { "; " + $0 } ?? "")
  }

  /// The size of the files that were read or skipped.
  private var doneByteCount: Int64 {
    summary.byteCount.addingReportingOverflow(summary.recordedByteCount).partialValue
  }

  private var runningText: String? {
    running.map { $0.file.name + ": " + AnalyzeStatus.progress(of: $0) }
  }

  /// Returns a size in decimal units with three digits or more, such as `31.2 GB`.
  static func bytes(_ count: Double) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB"]
    var (count, unit) = (count, 0)
    while count >= 999.95, unit < units.count - 1 { (count, unit) = (count / 1_000, unit + 1) }
    return "\(fixed(count, unit == 0 || count >= 100 ? 0 : 1)) \(units[unit])"
  }

  /// Returns a time such as `1:02:03` or `2:03`.
  static func clock(_ seconds: Double) -> String {
    let seconds = Int(min(max(seconds, 0), 1e12))
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }

  private static func progress(of file: AnalyzeWindow.Running) -> String {
    guard let info = file.info, let time = file.time else { return "opening" }
    let start = info.presentationStart ?? .zero
    guard let length = info.declaredDuration(from: start), length > .zero,
      let read = time.subtracting(start)
    else { return "\(time.decimalText(places: 1)) s" }
    let percentage = min(max(read.seconds / length.seconds * 100, 0), 100)
    return "\(Int(percentage)) %"
  }
}
