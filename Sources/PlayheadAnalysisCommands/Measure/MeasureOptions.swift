import PlayheadArguments
import PlayheadOutputs
import PlayheadProcesses
import PlayheadTimekeeping

/// The options of `playhead measure`.
package struct MeasureOptions {
  /// The expected interval between updates. Nil means the median of the measured intervals.
  package var interval: MediaTime?
  /// The rate at which the command plays.
  package var rate = Rate.normal
  /// How positions are found in the lines of the command.
  package var lines = LineOptions()
  package var format = ReportFormat.text
  /// The file for the page of diagrams.
  package var page: String?
  package var command: [String] = []

  package init() {}
}

extension MeasureOptions: SubcommandAction {
  package static let stopsAtOperand = true

  package static let table: [CommandOption<MeasureOptions>] =
    [
      .value(
        "i", "interval", "TIME", "expected interval between updates (their median)", \.interval,
        .positiveTime, TimeArgument.positive),
      .setting(
        "r", "rate", "R", "rate at which the command plays, 0.1 to 16 (1)", \.rate, .rate
      ) { Rate(playable: $0) },
    ] + LineOptions.table.lifted(to: \.lines) + [
      .choice("f", "format", "FORMAT", "text, or json with one object", \.format),
      .value(nil, "html", "FILE", "write a page with diagrams to FILE", \.page) { $0 },
    ]

  package static var help: String {
    """
    playhead measure runs a command and measures the timing of its positions.

    usage: playhead measure [OPTIONS] [--] COMMAND [ARGUMENT...]

    \(Help.rows(table))

    Each line of its standard output, ended by a newline or a carriage return, is
    timed on arrival. --regex finds the position in a line. Without --regex, it is
    the time in the output of ffmpeg -progress or in the status line of ffmpeg or
    mpv (which need --stderr); for other programs, the first number or H:MM:SS.

    Exit status: 0 success, 1 the command failed or printed no positions, 2 usage
    error, 128 + signal number (the command gets the signal too, and the report
    covers what it had printed).
    """
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    if operands.isEmpty { throw .missingOperand("command", command: "playhead measure") }
    command = operands
  }
}
