import PlayheadKit

/// A summary of the results of several files, in one line.
struct AnalyzeSummary {
  private var faultless = 0
  private var faulty = 0
  private var failed = 0
  private var counts: [Finding.Severity: Int] = [:]

  mutating func add(_ result: Result<TimingReport, MediaError>) {
    guard case .success(let report) = result else { return failed += 1 }
    let findings = report.findings
    if findings.isEmpty { faultless += 1 } else { faulty += 1 }
    for finding in findings { counts[finding.severity, default: 0] += 1 }
  }

  /// The summary as text, such as
  /// `9 files: 6 without findings, 2 with (1 error, 3 notes), 1 cannot be opened`.
  var text: String {
    var parts: [String] = []
    if faultless > 0 { parts.append("\(faultless) without findings") }
    if faulty > 0 { parts.append("\(faulty) with (\(findings))") }
    if failed > 0 { parts.append("\(failed) cannot be opened") }
    let total = faultless + faulty + failed
    return "\(total) file\(total == 1 ? "" : "s"): " + parts.joined(separator: ", ")
  }

  private var findings: String {
    Finding.Severity.allCases.reversed().compactMap { severity in
      let count = counts[severity] ?? 0
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}
