/// The text of `--help`, made from the table of options.
enum Help {
  static let version = "playhead 0.1.0"

  static var text: String {
    let rows =
      PlayOption.all.map { option in
        let short = option.short.map { "-\($0), " } ?? "    "
        return (short + "--" + option.long + (option.argument.map { " " + $0 } ?? ""), option.help)
      } + [("-h, --help", "this text"), ("    --version", "the version")]
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { usage, help in
      "  " + usage + String(repeating: " ", count: width - usage.count + 2) + help
    }
    return """
      playhead tells where playback is: it plays media without showing them, and prints the
      position at the interval asked for.

      usage: playhead [play] [OPTIONS] FILE...

      FILE is a path, a URL, or - for standard input.

      \(lines.joined(separator: "\n"))

      A TIME is 90, 1:30, 01:02:03.5, 1h2m3s or 250ms.
      Text records are POSITION DURATION PERCENT, in seconds.

      Exit status: 0 played, 1 a file failed, 2 wrong usage, 130 and 143 after SIGINT and SIGTERM.
      """
  }
}
