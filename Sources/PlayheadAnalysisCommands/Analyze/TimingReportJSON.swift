import PlayheadFormatting
import PlayheadListFiles
import PlayheadMedia
import PlayheadTimingAnalysis

/// A timing report as a JSON object. Its schema is `docs/user/schemas/analyze.schema.json`, its keys are those
/// of `TimingReport`.
enum TimingReportJSON {
  /// The version of the schema, which increases when a key is removed or changed, not when one is added.
  static let version = 1

  static func object(
    of report: TimingReport, file: String, _ fileVersion: FileVersion
  ) -> JSONObject {
    RecordHead.object(.report, file: file, fileVersion).adding(.encoding(report))
  }

  /// Returns the object of a file that cannot be read.
  static func object(
    of error: MediaError, file: String, _ fileVersion: FileVersion
  ) -> JSONObject {
    RecordHead.object(.error, file: file, fileVersion).adding([
      "ending": .string("error"), "error": .string("\(error)"), "message": .string("\(error)"),
    ])
  }

  /// Returns the object of one finding for `--findings`.
  static func object(of finding: Finding, file: String) -> JSONObject {
    JSONObject.ofFile(file, type: "finding", version: version).adding(.encoding(finding))
  }
}
