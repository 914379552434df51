import PlayheadArguments
import PlayheadOutputs
import PlayheadTimekeeping

/// The options of `playhead timeline`.
package struct PacketTableOptions {
  package enum Format: String, CaseIterable {
    case csv
    case json
  }

  package var format = Format.csv
  /// The indices of the tracks to list. Nil means all.
  package var tracks: Set<Int>?
  package var from: MediaTime?
  package var to: MediaTime?
  /// Whether to decode, and list frames instead of packets.
  var listsFrames = false
  package var isVerbose = false
  package var access = MediaAccess()
  package var file = ""

  package init() {}
}

extension PacketTableOptions: MediaOptions {
  package static let table: [CommandOption<PacketTableOptions>] = [
    .choice("f", "format", "FORMAT", "csv, or json (JSON Lines)", \.format),
    .flag(nil, "frames", "decode, and list frames with their picture types", \.listsFrames),
    CommandOption("t", "track", "INDEX", "list only this track; can be repeated") {
      options, text throws(UsageError) in
      guard let index = Int(digits: text) else {
        throw .invalidValue(text, option: "--track", expected: .trackIndex)
      }
      options.tracks = (options.tracks ?? []).union([index])
    },
    .value(
      nil, "from", "TIME", "list only what is presented at or after this time", \.from, .time,
      TimeArgument.signed),
    .value(
      nil, "to", "TIME", "list only what is presented before this time", \.to, .time,
      TimeArgument.signed),
    .probe,
    .protocols,
    .verbose,
  ]

  package static var help: String {
    """
    playhead timeline lists the packets of a file with their times and sizes.

    usage: playhead timeline [OPTIONS] FILE

    FILE is a path, a URL, a playlist with one entry, or - for standard input.

    \(Help.rows(table))

    A TIME is 90, 1:30, 01:02:03.5, 1h2m3s, 250ms or -0.5, on the container's clock
    like pts_time.

    Exit status: 0 success, 1 failure, 2 usage error, 128 + signal number.
    """
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    guard let file = operands.first, operands.count == 1 else {
      if operands.isEmpty { throw .missingOperand("file", command: "playhead timeline") }
      throw .operandCount(operands.count, subcommand: "timeline", expected: "one file")
    }
    self.file = file
  }
}
