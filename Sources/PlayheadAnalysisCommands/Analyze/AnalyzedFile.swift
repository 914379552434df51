import PlayheadListFiles
import PlayheadMedia
import PlayheadPages
import PlayheadTimingAnalysis

/// The result of analyzing a file, as it is written and counted.
package struct AnalyzedFile {
  package enum Outcome {
    /// The output has a record of this version of the file.
    case recorded
    /// The file cannot be read; the message says why.
    case failed(String)
    case reported(findings: [Finding.Severity: Int])
  }

  package let outcome: Outcome
  /// The text for the output; empty if there is none.
  package var text = ""
  /// The section of the page, if there is one.
  package var section: PageSection?
  /// The size of the file in bytes, if it is known.
  package var size: Int64?

  /// The number of bytes that wait to be written.
  package var length: Int { text.utf8.count + (section?.html.utf8.count ?? 0) }
}

extension AnalyzeOptions {
  /// Returns the result of analyzing a file as the options select it, with its number on the page.
  package func result(
    _ report: Result<TimingReport, MediaError>, of file: String, _ version: FileVersion, number: Int
  ) -> AnalyzedFile {
    switch report {
    case .failure(let error):
      AnalyzedFile(
        outcome: .failed("\(error)"),
        text: text(of: error, file, version),
        section: page.map { _ in PageSection(error, file: file, number: number, on: .timing) },
        size: version.size)
    case .success(let report):
      AnalyzedFile(
        outcome: .reported(
          findings: report.findings.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 }),
        text: text(of: report, file, version),
        section: page.map { _ in PageSection(report, file: file, number: number) },
        size: version.size)
    }
  }

  private func text(of error: MediaError, _ file: String, _ version: FileVersion) -> String {
    switch format {
    case .text: ""
    case .json: TimingReportJSON.object(of: error, file: file, version).text + "\n"
    case .csv, .tsv:
      listed == nil ? row(of: error, file, version) : findingRow(of: error, file)
    }
  }

  private func text(of report: TimingReport, _ file: String, _ version: FileVersion) -> String {
    guard let listed else { return text(ofWhole: report, file, version) }
    let findings = report.findings.filter { $0.severity >= listed }
    switch format {
    case .text: return findings.map { FindingText.line($0, file: file) }.joined()
    case .json:
      return findings.map { TimingReportJSON.object(of: $0, file: file).text + "\n" }.joined()
    case .csv, .tsv: return findings.map { row(of: $0, file) }.joined()
    }
  }

  private func text(ofWhole report: TimingReport, _ file: String, _ version: FileVersion) -> String
  {
    switch format {
    case .text:
      TimingReportText.text(
        of: report, file: file, requested: method, wasDecodingRequested: decodes)
    case .json: TimingReportJSON.object(of: report, file: file, version).text + "\n"
    case .csv, .tsv: row(of: report, file, version)
    }
  }
}
