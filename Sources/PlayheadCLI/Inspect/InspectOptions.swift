/// The options of `playhead inspect`.
struct InspectOptions {
  enum Format: String, CaseIterable {
    case text
    case json
  }

  var format = Format.text
  var isVerbose = false
  var access = MediaAccess()
  var files: [String] = []
}

extension InspectOptions: SubcommandOptions {
  static let table: [CommandOption<InspectOptions>] = [
    CommandOption(
      "f", "format", "FORMAT", words: Format.allCases.map(\.rawValue),
      "text, or json with one object per file"
    ) { options, text throws(UsageError) in
      guard let format = Format(rawValue: text) else {
        throw .invalidValue(
          text, option: "--format", expected: .oneOf(Format.allCases.map(\.rawValue)))
      }
      options.format = format
    },
    CommandOption(nil, "probe", "TIME", MediaAccess.probeHelp) {
      options, text throws(UsageError) in
      try options.access.probe(text)
    },
    CommandOption(nil, "protocols", "LIST", MediaAccess.help) {
      options, text throws(UsageError) in
      try options.access.allow(text)
    },
    CommandOption("v", "verbose", nil, "print FFmpeg's log on standard error") {
      options, _ throws(UsageError) in
      options.isVerbose = true
    },
  ]

  static var foreignOptions: [String: ForeignOption] { ForeignOption.reporting }

  static var help: String {
    """
    playhead inspect prints the container, tracks, chapters and tags of media.

    usage: playhead inspect [OPTIONS] FILE...

    FILE is a path, a URL, a playlist, or - for standard input.

    \(Help.rows(table))

    docs/formats.md describes the JSON object.

    Exit status: 0 success, 1 a file failed, 2 usage error, 128 + signal number.
    """
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    if operands.isEmpty { throw .missingOperand("file", command: "playhead inspect") }
    files = operands
  }

  var invocation: Invocation { .inspect(self) }
}
