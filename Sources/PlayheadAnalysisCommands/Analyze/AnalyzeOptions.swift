import Glibc
import PlayheadArguments
import PlayheadFormatting
import PlayheadListFiles
import PlayheadMedia
import PlayheadOutputs
import PlayheadTimekeeping
import PlayheadTimingAnalysis

/// The options of `playhead analyze`.
package struct AnalyzeOptions {
  /// The format of reports and of lists of findings.
  package enum Format: String, CaseIterable {
    case text
    case json
    case csv
    case tsv
  }

  private var chosenFormat: Format?
  /// The least severe finding that `--findings` lists; nil for whole reports.
  var listed: Finding.Severity?
  /// The argument of `--fields`.
  private var fields: String?
  /// The columns of a table with a row for each file, and of one with a row for each finding.
  private(set) var columns: (files: [FileColumn], findings: [FindingColumn]) = (
    FileColumn.allCases, FindingColumn.allCases
  )
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
  package var folders = MediaFolder.Choice.named
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

  package var format: Format {
    get { chosenFormat ?? (output == nil ? .text : .json) }
    set { chosenFormat = newValue }
  }
}

extension AnalyzeOptions: ListingOptions {
  private static let severities = Finding.Severity.allCases.map(\.rawValue)
  private static let fieldNames =
    (FileColumn.allCases.map(\.rawValue)
    + FindingColumn.allCases.map(\.rawValue)).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }

  package static let table: [CommandOption<AnalyzeOptions>] = [
    .choice("f", "format", "FORMAT", "text, json, or a table as csv or tsv", \.format),
    .value(
      nil, "findings", .optional("SEVERITY", severities),
      "only findings: note (default), warning or error", \.listed, .oneOf(severities)
    ) { Finding.Severity(rawValue: $0.isEmpty ? "note" : $0) },
    .value(nil, "fields", .oneOf("FIELD,...", fieldNames), "columns of csv and tsv", \.fields) {
      $0
    },
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
    ) { Int(digits: $0).flatMap { (1...64).contains($0) ? $0 : nil } },
    .recursive,
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

  private static let leastNeeded = ["null", "probe", "protocols", "verbose"]

  package static var help: String {
    let needed = table.filter { !leastNeeded.contains($0.long) }
    return text(
      Help.rows(
        [OptionGroup("", needed)], then: [("-h, --help all", "print all options")], apart: false))
  }

  package static func fullHelp(among subcommands: [Subcommand]) -> String {
    text(Help.rows(table))
  }

  private static func text(_ rows: String) -> String {
    """
    playhead analyze reports on the timing of media (docs/user/timing-analysis.md).
    usage: playhead analyze [OPTIONS] FILE...  (path, URL, playlist, folder, -)

    \(rows)

    Exit status: 0 success, 1 a file failed, 2 usage error, 3 --check, 128 + signal
    """
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    if limitsFile == "show" { return }
    if decodes, method == .index { throw .conflict("--decode", with: "--index") }
    if operands.isEmpty, list == nil {
      throw .missingOperand("file", command: "playhead analyze")
    }
    if !operands.isEmpty, list != nil {
      throw .conflict("--files-from", with: "files on the command line")
    }
    if folders == .recursive, list != nil {
      throw .conflict("--recursive", with: "--files-from")
    }
    if isNullTerminated, list == nil { throw .missing("--files-from", requiredBy: "--null") }
    if skipsRecorded, output == nil { throw .missing("--output", requiredBy: "--skip-recorded") }
    if output != nil {
      if listed != nil { throw .conflict("--findings", with: "--output") }
      if format != .json { throw .conflict("--format \(format.rawValue)", with: "--output") }
    }
    if let fields {
      if tableFormat == nil { throw .missing("--format csv or tsv", requiredBy: "--fields") }
      if listed == nil {
        columns.files = try FieldNames.list(fields, of: FileColumn.self)
      } else {
        columns.findings = try FieldNames.list(fields, of: FindingColumn.self)
      }
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

/// A file with limits of findings.
enum LimitsFile {
  private static let greatestLength = 1 << 20

  /// Reads the limits of a file. An error has the number of the first line that is wrong.
  static func limits(at path: String) throws(FileFailure) -> FindingLimits {
    let name = CommandLine.readableText(of: path)
    let text = String(decoding: try bytes(at: path, name), as: UTF8.self)
    do throws(FindingLimits.TextError) {
      return try FindingLimits(text: text)
    } catch {
      throw FileFailure(message: "\(name):\(error.line): \(error)")
    }
  }

  private static func bytes(at path: String, _ name: String) throws(FileFailure) -> [UInt8] {
    let descriptor = open(CommandLine.exactBytes(of: path).cString, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileFailure(name, SystemFailure(code: errno)) }
    defer { close(descriptor) }
    guard let bytes = [UInt8](readingFrom: descriptor, atMost: greatestLength + 1) else {
      throw FileFailure(name, SystemFailure(code: errno))
    }
    if bytes.count > greatestLength { throw FileFailure(name, SystemFailure(code: EFBIG)) }
    return bytes
  }
}
