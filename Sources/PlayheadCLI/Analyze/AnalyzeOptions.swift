import PlayheadKit

/// The options of `playhead analyze`.
struct AnalyzeOptions {
  var format = ReportFormat.text
  /// Whether `--findings` limits the report to findings.
  var printsFindingsOnly = false
  /// The least severe finding that makes the command exit with status 3; nil never does.
  var checked: Finding.Severity?
  var method = ReadingMethod.whole
  var jobs = 1
  var isQuiet = false
  var isVerbose = false
  var access = MediaAccess()
  var files: [String] = []
}

extension AnalyzeOptions: MediaOptions {
  static let table: [CommandOption<AnalyzeOptions>] = [
    .choice("f", "format", "FORMAT", "text, or json with one object per file", \.format),
    CommandOption(nil, "findings", nil, "print only the findings, one per line") {
      options, _ throws(UsageError) in
      options.printsFindingsOnly = true
    },
    CommandOption(
      nil, "check", .optional("SEVERITY", Finding.Severity.allCases.map(\.rawValue)),
      "exit with 3 on note, warning (default), error or worse"
    ) { options, text throws(UsageError) in
      guard let severity = Finding.Severity(rawValue: text.isEmpty ? "warning" : text) else {
        throw .invalidValue(
          text, option: "--check", expected: .oneOf(Finding.Severity.allCases.map(\.rawValue)))
      }
      options.checked = severity
    },
    CommandOption(nil, "index", nil, "read only the sample tables of MP4 and MOV") {
      options, _ throws(UsageError) in
      options.method = .index
    },
    CommandOption("j", "jobs", "N", "analyze N (up to 64) files at a time, if memory allows") {
      options, text throws(UsageError) in
      guard let jobs = Int(text), (1...64).contains(jobs) else {
        throw .invalidValue(
          text, option: "--jobs", expected: .wholeNumber(from: 1, to: 64))
      }
      options.jobs = jobs
    },
    .probe,
    .protocols,
    CommandOption("q", "quiet", nil, "print no progress or summary on standard error") {
      options, _ throws(UsageError) in
      options.isQuiet = true
    },
    .verbose,
  ]

  static var foreignOptions: [String: ForeignOption] { ForeignOption.reporting }

  static var help: String {
    """
    playhead analyze reads media to the end and reports on its timing.

    usage: playhead analyze [OPTIONS] FILE...

    FILE is a path, a URL, a playlist, or - for standard input.

    \(Help.rows(table))

    --findings prints FILE:SECONDS: SEVERITY: NAME: TEXT, like a compiler.
    docs/timing-analysis.md describes the findings and the JSON object.

    Exit status: 0 success, 1 a file failed, 2 usage error, 3 --check found
    something, 128 + signal number (the report then covers what was read).
    """
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    if operands.isEmpty { throw .missingOperand("file", command: "playhead analyze") }
    files = operands
  }

  var invocation: Invocation { .analyze(self) }
}
