/// The options of `playhead inspect`.
struct InspectOptions {
  var format = ReportFormat.text
  var isVerbose = false
  var access = MediaAccess()
  var files: [String] = []
}

extension InspectOptions: MediaOptions {
  static let table: [CommandOption<InspectOptions>] = [
    .choice("f", "format", "FORMAT", "text, or json with one object per file", \.format),
    .probe,
    .protocols,
    .verbose,
  ]

  static var foreignOptions: [String: ForeignOption] { ForeignOption.reporting }

  static var help: String {
    """
    playhead inspect prints the container, tracks, chapters and tags of media.

    usage: playhead inspect [OPTIONS] FILE...

    FILE is a path, a URL, a playlist, or - for standard input.

    \(Help.rows(table))

    docs/user/formats.md describes the JSON object.

    Exit status: 0 success, 1 a file failed, 2 usage error, 128 + signal number.
    """
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    if operands.isEmpty { throw .missingOperand("file", command: "playhead inspect") }
    files = operands
  }
}
