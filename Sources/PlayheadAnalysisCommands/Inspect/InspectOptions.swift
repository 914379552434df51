import PlayheadArguments
import PlayheadListFiles
import PlayheadOutputs

/// The options of `playhead inspect`.
package struct InspectOptions {
  package var format = ReportFormat.text
  package var isVerbose = false
  /// Whether timecodes are shown, for which all sound is read.
  package var showsTimecode = false
  package var access = MediaAccess()
  package var folders = MediaFolder.Choice.named
  package var files: [String] = []

  package init() {}
}

extension InspectOptions: ListingOptions {
  package static let table: [CommandOption<InspectOptions>] = [
    .choice("f", "format", "FORMAT", "text, or json with one object per file", \.format),
    .recursive,
    .flag(
      nil, "timecode", "print where timecode comes from; reads all sound",
      \.showsTimecode),
    .probe,
    .protocols,
    .verbose,
  ]

  package static var help: String {
    """
    playhead inspect prints the container, tracks, chapters and tags of media.

    usage: playhead inspect [OPTIONS] FILE...

    FILE is a path, a URL, a playlist, a folder of media, or - for standard input.

    \(Help.rows(table))

    docs/user/formats.md describes the JSON object.

    Exit status: 0 success, 1 a file failed, 2 usage error, 128 + signal number.
    """
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    if operands.isEmpty { throw .missingOperand("file", command: "playhead inspect") }
    files = operands
  }
}
