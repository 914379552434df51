import PlayheadArguments
import PlayheadOutputs
import PlayheadTimingAnalysis

/// The options of `playhead compare`.
package struct CompareOptions {
  package var format = ReportFormat.text
  /// The kinds of differences that do not count.
  var ignored: Set<MediaDifference.Kind> = []
  /// The file for the page of diagrams.
  package var page: String?
  package var isQuiet = false
  package var isVerbose = false
  package var access = MediaAccess()
  package var one = ""
  package var other = ""

  package init() {}
}

extension CompareOptions: MediaOptions {
  private static let kinds = MediaDifference.Kind.allCases.map(\.rawValue)

  package static let table: [CommandOption<CompareOptions>] = [
    .choice("f", "format", "FORMAT", "text, or json with one object", \.format),
    CommandOption(
      nil, "ignore", .oneOf("KIND,...", kinds), "leave out these differences; can be repeated"
    ) { options, text throws(UsageError) in
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let kind = MediaDifference.Kind(rawValue: String(name)) else {
          throw .invalidValue(String(name), option: "--ignore", expected: .oneOf(kinds))
        }
        options.ignored.insert(kind)
      }
    },
    .value(nil, "html", "FILE", "write a page with diagrams to FILE", \.page) { $0 },
    .flag("q", "quiet", "show no progress", \.isQuiet),
    .probe,
    .protocols,
    .verbose,
  ]

  package static var help: String {
    """
    playhead compare lists the differences between two files of the same content.
    usage: playhead compare [OPTIONS] A B

    A and B are paths, URLs, - for standard input, or reports of analyze -f json.

    \(Help.rows(table))

    A KIND is one of (see docs/user/comparing.md)
    \(Help.wrapped(kinds, indent: "  "))

    Exit status: 0 the same, 1 failed, 2 usage error, 3 different, 128 + signal
    """
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    guard operands.count == 2 else {
      if operands.isEmpty { throw .missingOperand("file", command: "playhead compare") }
      throw .operandCount(operands.count, subcommand: "compare", expected: "two files")
    }
    if operands == ["-", "-"] { throw .sharedStandardInput("A", "B") }
    (one, other) = (operands[0], operands[1])
  }
}
