import PlayheadFormatting
import PlayheadTimingAnalysis

/// The report on the positions of a program as a JSON object. Its schema is in
/// `docs/user/timing-analysis.md`, its keys are those of `UpdateTimingReport`.
enum UpdateReportJSON {
  static func object(of report: UpdateTimingReport, status: Int32) -> JSONObject {
    let head: JSONObject = [
      "type": .string("update-report"), "version": .number(TimingReportJSON.version),
      "status": .number(status),
    ]
    return head.adding(.encoding(report))
  }
}
