import PlayheadArguments
import PlayheadRecords

/// The texts of `playhead --help`.
extension Help {
  /// The short help, which fits on one screen.
  package static var text: String {
    """
    playhead plays media in real time without showing it, and prints the position.

    usage: playhead [OPTIONS] FILE...  (a path, a URL, a playlist, - for stdin)

    \(rows(PlayOptions.mostNeeded, then: [("-h, --help all", "print all options")], apart: false))
    Subcommands: attach (to another player), follow (a leader), job (ffmpeg),
    inspect, analyze (timing), compare, align, timeline, measure, resume.
    At a terminal, space pauses, arrows seek, q quits, and ? lists all keys.
    """
  }

  /// Returns the help with all options and fields, and with the names of the subcommands.
  package static func fullText(among subcommands: [Subcommand]) -> String {
    let own = [
      ("-h, --help [all]", "print the short help, or this help"),
      ("-V, --version", "print the version"),
    ]
    return """
      playhead plays media in real time without showing it, and prints the position.

      usage: playhead [play] [OPTIONS] FILE...  (path, URL, playlist, or - for stdin)
             playhead \(names(of: subcommands))

      \(rows(PlayOptions.groups, then: own, apart: true))
      A TIME is 90, 1:30, 01:02:03.5, 1h2m3s or 250ms. SIGUSR1 prints a record.
      FIELDs, also for templates and --exec ({percent:0}, {TIME:m:ss}, {title:json}):
      \(wrapped(Field.allCases.map(\.rawValue), indent: "  "))
      Exit status: 0 success, 1 failure, 2 usage error, 128 + signal number.
      """
  }

  private static func names(of subcommands: [Subcommand]) -> String {
    let names = subcommands.map(\.name).filter { !["play", "help", "completion"].contains($0) }
    let lines = [names.prefix(6), names.dropFirst(6)].map { $0.joined(separator: "|") }
    return lines.joined(separator: "|\n                ")
  }
}
