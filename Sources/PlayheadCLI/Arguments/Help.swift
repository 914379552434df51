/// The text of `--help`, made from the table of options.
enum Help {
  static let version = "playhead 0.1.0"

  /// One line for each option of a table, and the two that every subcommand has.
  static func rows<Options>(_ table: [CommandOption<Options>]) -> String {
    let rows =
      table.map { ($0.usage, $0.help) } + [
        ("-h, --help", "this text"), ("    --version", "the version"),
      ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { usage, help in
      "  " + usage + String(repeating: " ", count: width - usage.count + 2) + help
    }.joined(separator: "\n")
  }

  static var text: String {
    """
    playhead tells where playback is: it plays media without showing them, and prints the
    position at the interval asked for.

    usage: playhead [play] [OPTIONS] FILE...   (analyze, timeline, measure have their own --help)

    FILE is a path, a URL, or - for standard input.

    \(rows(PlayOptions.table))

    A TIME is 90, 1:30, 01:02:03.5, 1h2m3s or 250ms.
    Text records are POSITION DURATION PERCENT, in seconds.

    Exit status: 0 played, 1 a file failed, 2 wrong usage, 130 and 143 after SIGINT and SIGTERM.
    """
  }
}
