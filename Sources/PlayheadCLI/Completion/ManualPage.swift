import PlaybackSession
import PlayheadArguments
import PlayheadFormatting
import PlayheadPlayCommands
import PlayheadRecords

/// The manual page, written with the macros of man(7).
enum ManualPage {
  static var text: String {
    let rest = Subcommand.all.dropFirst()
    var lines = [
      ".TH PLAYHEAD 1 \"\" \"\(Help.version)\" \"User Commands\"",
      ".SH NAME", "playhead, playhead\\-mpv \\- report the playback position",
      ".SH SYNOPSIS", ".B playhead", "[\\fBplay\\fR] [\\fIOPTIONS\\fR] \\fIFILE\\fR...",
    ]
    for subcommand in rest {
      lines += [".br", ".B playhead \(subcommand.name)", escaped(synopsis(of: subcommand))]
    }
    lines += [".br", ".B playhead\\-mpv", escaped("[MPV-OPTIONS] FILE...")]
    lines += [".SH DESCRIPTION", escaped(description)]
    for group in PlayOptions.groups {
      lines.append(".SH \(group.title.isEmpty ? "OTHER OPTIONS" : group.title.uppercased())")
      for option in group.options { lines += entry(option.row) }
    }
    lines += PlayOptions.rows.suffix(2).flatMap(entry)
    for section in details { lines += [".SH \(section.title)", escaped(section.text)] }
    lines += [".SH KEYS", "At a terminal:", ".PP", ".EX"]
    lines += SessionRequest.keyHelp(columns: 80).map(escaped) + [".EE"]
    for subcommand in rest {
      let summary = subcommand.options.help.split(separator: "\n").first ?? ""
      lines += [".SH playhead \(subcommand.name)", escaped(String(summary))]
      lines += subcommand.options.rows.flatMap(entry)
    }
    lines += [".SH FIELDS", "The fields of \\fB\\-\\-fields\\fR and of templates."]
    for field in Field.allCases {
      lines += [
        ".TP", "\\fB\(field.rawValue)\\fR", emphasized("\(field.kind.rawValue): \(field.meaning)"),
      ]
    }
    lines += [".PP", escaped(causes), ".PP", escaped(templates), ".SH SIGNALS", escaped(signals)]
    lines += [".SH EXIT STATUS", escaped(statuses), ".SH EXAMPLES", ".EX"]
    lines += examples.map(escaped)
    lines.append(".EE")
    return lines.joined(separator: "\n")
  }

  private static let description = """
    playhead plays media in real time without showing it, and prints the position at the requested \
    interval. A FILE is a path, a URL, or - for standard input. On a terminal it draws one status \
    line; elsewhere each record is one line, written immediately.
    """
  private static let templates = #"""
    In a template, {FIELD} is replaced by a value. {NUMBER:N} formats a number, or a time in seconds, \#
    with N decimal places. {TIME:hms}, {TIME:h:mm:ss}, {TIME:m:ss} (each optionally followed by .N \#
    for N decimal places), {TIME:ms}, {TIME:s.N} and {TIME:timecode} format a time as HH:MM:SS.mmm, \#
    1:02:03, 62:03, milliseconds, seconds with N decimal places, and timecode. {DATE:local} and \#
    {DATE:%H:%M} (a strftime(3) format) format a date in the local time zone. {FIELD:json} is the \#
    JSON value. On a terminal, a template of one line is the status line, unless --format template \#
    is also given. {{ and }} are literal braces. \n, \t, \r, \a, \e and \\ have the same meaning \#
    as in printf(1), and \c ends the template without a line break.
    """#
  private static let signals = """
    SIGINT, SIGTERM and SIGHUP stop playback after a last record, and are forwarded to the commands \
    of --exec. If that takes longer than 5 s, or after a second signal, the process ends immediately. \
    SIGUSR1 writes a record immediately.
    """
  private static let statuses = """
    0 success; 1 a file failed, a record or a position could not be written, or a command of --exec \
    failed or was skipped; 2 usage error; 3 analyze --check found something, or compare differences; 129, 130 and 143 after SIGHUP, SIGINT \
    and SIGTERM.
    """
  private static let examples = [
    "playhead -i 1 -t '{position:hms} of {duration:hms}' film.mp4",
    "playhead -q -o cues.csv --end 1:30 --exec 'notify-send {file}' film.mp4",
  ]

  private static func synopsis(of subcommand: Subcommand) -> String {
    let lines = subcommand.options.help.split(separator: "\n")
    let usage = lines.first { $0.hasPrefix("usage: ") } ?? ""
    return usage.split(separator: " ").dropFirst(3).joined(separator: " ")
  }

  private static func entry(_ option: OptionRow) -> [String] {
    let start = option.usage.drop { $0 == " " }
    return [".TP", "\\fB\(escaped(String(start)))\\fR", escaped(option.help)]
  }

  /// Returns text with bold type for what is between backticks.
  private static func emphasized(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 0 ? escaped(String(part)) : "\\fB\(escaped(String(part)))\\fR"
    }.joined()
  }

  /// Returns text with the special characters of roff escaped.
  private static func escaped(_ text: String) -> String {
    let escaped = text.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case _ where !character.isASCII:
        for scalar in character.unicodeScalars {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          text += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
        }
      default: text.append(character)
      }
    }
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
