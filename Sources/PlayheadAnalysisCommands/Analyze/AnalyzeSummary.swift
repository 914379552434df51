import PlayheadTimingAnalysis

/// The counts of the results of several files.
struct AnalyzeSummary {
  private(set) var withoutFindings = 0
  private(set) var withFindings = 0
  /// The number of files that cannot be read.
  private(set) var failed = 0
  /// The number of files that were skipped because the output already has their records.
  private(set) var recorded = 0
  /// The size of the files that were read.
  private(set) var byteCount: Int64 = 0
  /// The size of the files that were skipped.
  private(set) var recordedByteCount: Int64 = 0
  private var counts: [Finding.Severity: Int] = [:]

  /// The number of files that were not skipped.
  var readCount: Int { withoutFindings + withFindings + failed }

  var count: Int { readCount + recorded }

  mutating func add(_ file: AnalyzedFile) {
    switch file.outcome {
    case .recorded:
      recorded += 1
      recordedByteCount = recordedByteCount.addingReportingOverflow(file.size ?? 0).partialValue
      return
    case .failed: failed += 1
    case .reported(let findings):
      if findings.isEmpty { withoutFindings += 1 } else { withFindings += 1 }
      counts.merge(findings, uniquingKeysWith: +)
    }
    byteCount = byteCount.addingReportingOverflow(file.size ?? 0).partialValue
  }

  /// Returns whether there is a finding of this severity or worse.
  func isFound(_ checked: Finding.Severity?) -> Bool {
    checked.map { checked in counts.keys.contains { $0 >= checked } } ?? false
  }

  /// The summary, such as `9 files: 6 without findings, 2 with (1 error, 3 notes), 1 cannot be opened`.
  var text: String {
    var parts: [String] = []
    if withoutFindings > 0 { parts.append("\(withoutFindings) without findings") }
    if withFindings > 0 { parts.append("\(withFindings) with (\(findings))") }
    if failed > 0 { parts.append("\(failed) cannot be opened") }
    if recorded > 0 { parts.append("\(recorded) already recorded") }
    let start = "\(count) file\(count == 1 ? "" : "s")"
    return parts.isEmpty ? start : start + ": " + parts.joined(separator: ", ")
  }

  private var findings: String {
    Finding.Severity.allCases.reversed().compactMap { severity in
      let count = counts[severity] ?? 0
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}
