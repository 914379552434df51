/// The text of `--help`, made from the table of options.
enum Help {
  static let version = "playhead 0.1.0"
  /// With what scripts may want to ask for.
  static let versionText = "\(version)\nrecord formats \(JSONFormat.version)"

  /// One line for each option of a table, and the two that every subcommand has.
  static func rows<Options>(_ table: [CommandOption<Options>]) -> String {
    rows([OptionGroup("", table)])
  }

  /// The same, each group below its title, the last together with those two.
  static func rows<Options>(_ groups: [OptionGroup<Options>]) -> String {
    let own = ("-h, --help", "this text")
    return rows(groups, then: [own, ("-V, --version", "the version")], apart: true)
  }

  /// - Parameters:
  ///   - more: what comes after the last, as if it were options.
  ///   - apart: whether there are empty lines between groups.
  private static func rows<Options>(
    _ groups: [OptionGroup<Options>], then more: [(usage: String, help: String)], apart: Bool
  ) -> String {
    let width =
      (groups.flatMap(\.options).map(\.usage.count) + more.map(\.usage.count)).max() ?? 0
    func row(_ usage: String, _ help: String) -> String {
      "  " + usage + String(repeating: " ", count: max(width - usage.count, 0) + 2) + help
    }
    var lines: [String] = []
    for group in groups {
      if !lines.isEmpty, apart || group.options.isEmpty { lines.append("") }
      if !group.title.isEmpty { lines.append(group.title + ":") }
      lines += group.options.map { row($0.usage, $0.help) }
    }
    return (lines + more.map(row)).joined(separator: "\n")
  }

  /// Words with commas between them, in lines of up to 80 columns.
  private static func wrapped(_ words: [String], indent: String) -> String {
    var lines: [String] = [indent]
    for (index, word) in words.enumerated() {
      let word = index == words.count - 1 ? word : word + ","
      let last = lines.count - 1
      if lines[last].count + word.count + 1 > 80 {
        lines.append(indent + word)
      } else {
        lines[last] += (lines[last].count == indent.count ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n")
  }

  /// What is needed most, on one screen.
  static var text: String {
    """
    playhead plays media without showing them, in time, and prints the position.

    usage: playhead [OPTIONS] FILE...  (a path, a URL, a playlist, - standard input)

    \(rows(PlayOptions.mostNeeded, then: [("-h, --help all", "all options")], apart: false))
    Subcommands: inspect (what files are), analyze (whether their timing is right),
    timeline (packets), measure (another command), completion, help [SUBCOMMAND].
    At a terminal space pauses, arrows seek, q quits, and ? tells the other keys.
    """
  }

  /// All there is.
  static var fullText: String {
    let own = [
      ("-h, --help [all]", "what is needed most, or this text"),
      ("-V, --version", "the version"),
    ]
    return """
      playhead plays media without showing them, in time, and prints the position.

      usage: playhead [play] [OPTIONS] FILE...  (path, URL, playlist, or - for stdin)
             playhead help \(subcommands)

      \(rows(PlayOptions.groups, then: own, apart: true))

      A TIME is 90, 1:30, 01:02:03.5, 1h2m3s or 250ms. SIGUSR1 has a record written.
      FIELDs, also in templates and --exec ({percent:0}, {TIME:m:ss}, {title:json}):
      \(wrapped(Field.allCases.map(\.rawValue), indent: "  "))
      Exit status: 0 played, 1 something failed, 2 wrong usage, 128 + signal number.
      """
  }

  private static var subcommands: String {
    Subcommand.allCases.filter { $0 != .play && $0 != .help }.map(\.rawValue).joined(separator: "|")
  }
}
