import PlayheadMedia
import PlayheadTimingAnalysis

/// A column of the table with a row for each finding. The names are the keys of JSON.
enum FindingColumn: String, CaseIterable {
  case file, position, severity, kind, sentence, track, place
  case byteOffset = "byte_offset"
  case count, playlist, segments

  /// Returns the value of a finding.
  func value(of finding: Finding, _ file: String) -> TableFormat.Value {
    switch self {
    case .file: .text(file)
    case .position: .time(finding.position)
    case .severity: .text(finding.severity.rawValue)
    case .kind: .text(finding.kind.rawValue)
    case .sentence: .text(finding.sentence)
    case .track: .number(finding.track.map(Int64.init))
    case .place: .time(finding.time)
    case .byteOffset: .number(finding.byteOffset)
    case .count: .number(Int64(finding.count))
    case .playlist: .text(finding.playlist)
    case .segments:
      .text(
        finding.segments.isEmpty ? nil : finding.segments.map(\.description).joined(separator: " "))
    }
  }
}

extension FindingColumn {
  /// Returns the value of a file that cannot be read, which has no other findings.
  func value(of error: MediaError, _ file: String) -> TableFormat.Value {
    switch self {
    case .file: .text(file)
    case .severity: .text(Finding.Severity.error.rawValue)
    case .kind: .text("unreadable")
    case .sentence: .text("\(error)")
    default: .text(nil)
    }
  }
}

extension AnalyzeOptions {
  /// Returns the row of a finding.
  func row(of finding: Finding, _ file: String) -> String {
    tableFormat?.row(columns.findings.map { $0.value(of: finding, file) }) ?? ""
  }

  /// Returns the row of a file that cannot be read, among those of findings.
  func findingRow(of error: MediaError, _ file: String) -> String {
    tableFormat?.row(columns.findings.map { $0.value(of: error, file) }) ?? ""
  }
}
