import PlayheadArguments
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimingAnalysis

/// The options of `playhead analyze`.
package struct AnalyzeOptions {
  private var chosenFormat: ReportFormat?
  /// Whether `--findings` limits the report to findings.
  var printsFindingsOnly = false
  /// The least severe finding that makes the command exit with status 3; nil never does.
  var checked: Finding.Severity?
  var method = ReadingMethod.whole
  /// Whether all audio and video is decoded.
  var decodes = false
  /// The file with limits of findings, or `show` to print the default ones.
  private var limitsFile: String?
  package private(set) var limits = FindingLimits()
  var jobs = 1
  package var isQuiet = false
  package var isVerbose = false
  package var access = MediaAccess()
  package var files: [String] = []
  /// The path of a list of files, or `-` for standard input.
  package var list: String?
  /// Whether the names in the list end with null bytes.
  var isNullTerminated = false
  /// The file to which a record of each file is appended.
  package var output: String?
  /// The file for the page of diagrams.
  package var page: String?
  /// Whether files are skipped that `output` has a record of.
  var skipsRecorded = false

  package init() {}

  package var format: ReportFormat {
    get { chosenFormat ?? (output == nil ? .text : .json) }
    set { chosenFormat = newValue }
  }
}

extension AnalyzeOptions: MediaOptions {
  private static let severities = Finding.Severity.allCases.map(\.rawValue)

  package static let table: [CommandOption<AnalyzeOptions>] = [
    .choice("f", "format", "FORMAT", "text, or json with one object per file", \.format),
    .flag(
      nil, "findings", "only findings, as FILE:SECONDS: SEVERITY: NAME: TEXT", \.printsFindingsOnly),
    .value(
      nil, "check", .optional("SEVERITY", severities),
      "exit with 3 on note, warning (default), error or worse", \.checked, .oneOf(severities)
    ) { Finding.Severity(rawValue: $0.isEmpty ? "warning" : $0) },
    .value(
      nil, "limits", "FILE", "limits of findings (show prints the default ones)", \.limitsFile
    ) { $0 },
    .flag(nil, "decode", "decode everything and report damaged payloads", \.decodes),
    .flag(nil, "index", "read only the sample tables of MP4 and MOV", \.method, .index),
    .setting(
      "j", "jobs", "N", "analyze N (up to 64) files at a time, if memory allows", \.jobs,
      .wholeNumber(from: 1, to: 64)
    ) { Int($0).flatMap { (1...64).contains($0) ? $0 : nil } },
    .value(
      nil, "files-from", "PATH", "read file names from PATH, one per line (- for stdin)", \.list
    ) { $0 },
    .flag("0", "null", "the names in PATH end with null bytes", \.isNullTerminated),
    .value("o", "output", "FILE", "append a JSON object per file to FILE", \.output) { $0 },
    .value(nil, "html", "FILE", "write a page with diagrams to FILE", \.page) { $0 },
    .flag(
      nil, "skip-recorded", "skip unchanged files that FILE has a record of", \.skipsRecorded),
    .probe,
    .protocols,
    .flag("q", "quiet", "print no progress or summary on standard error", \.isQuiet),
    .verbose,
  ]

  package static var foreignOptions: [String: ForeignOption] { ForeignOption.reporting }

  package static var help: String {
    """
    playhead analyze reports on the timing of media (docs/user/timing-analysis.md).
    usage: playhead analyze [OPTIONS] FILE...  (path, URL, playlist, - for stdin)

    \(Help.rows(table))

    Exit status: 0 success, 1 a file failed, 2 usage error, 3 --check, 128 + signal
    """
  }

  package mutating func take(_ operands: [String]) throws(UsageError) {
    if limitsFile == "show" { return }
    if decodes, method == .index { throw .conflict("--decode", with: "--index") }
    if operands.isEmpty, list == nil {
      throw .missingOperand("file", command: "playhead analyze")
    }
    if !operands.isEmpty, list != nil {
      throw .conflict("--files-from", with: "files on the command line")
    }
    if isNullTerminated, list == nil { throw .missing("--files-from", requiredBy: "--null") }
    if skipsRecorded, output == nil { throw .missing("--output", requiredBy: "--skip-recorded") }
    if output != nil {
      if printsFindingsOnly { throw .conflict("--findings", with: "--output") }
      if format == .text { throw .conflict("--format text", with: "--output") }
    }
    files = operands
    // A list may name more files than fit into memory.
    access.leavesCacheUnchanged = list != nil
  }

  package var invocation: Invocation {
    limitsFile == "show" ? .text(String(FindingLimits().text.dropLast())) : .run(self)
  }

  /// Reads the file with limits, if there is one.
  mutating func readLimits() throws(FileFailure) {
    if let limitsFile { limits = try LimitsFile.limits(at: limitsFile) }
  }
}
