import PlaybackSession
import PlayheadArguments
import PlayheadPlayCommands
import PlayheadRecords

/// A manual page, written with the macros of man(7): of the command, of a subcommand or of `playhead-mpv`.
struct ManualPage {
  /// The name of the page, such as `playhead-analyze`.
  let name: String
  private let subcommand: Subcommand?

  /// The page of the command first, and then those of its subcommands.
  static let all =
    [ManualPage(name: "playhead", subcommand: nil)]
    + Subcommand.all.map { ManualPage(name: "playhead-\($0.name)", subcommand: $0) }
    + [ManualPage(name: "playhead-mpv", subcommand: nil)]

  var text: String {
    let lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(Help.version)\" \"User Commands\"",
      ".SH NAME", Roff.escaped("\(name) ") + "\\- " + Roff.escaped(summary),
    ]
    return (lines + (subcommand.map(sections) ?? generalSections) + seeAlso)
      .joined(separator: "\n")
  }

  /// What the command does, in the words of its help.
  private var summary: String {
    switch (subcommand, name) {
    case (let subcommand?, _): HelpText(of: subcommand).summary
    case (nil, "playhead"): "report the playback position of media"
    case (nil, _): "play as mpv does, and report the playback position"
    }
  }

  private func sections(of subcommand: Subcommand) -> [String] {
    let help = HelpText(of: subcommand)
    var lines = [".SH SYNOPSIS"]
    for (index, usage) in help.usages.enumerated() {
      lines += index == 0 ? [] : [".br"]
      lines += [".B \(Roff.escaped("playhead \(subcommand.name)"))", Roff.escaped(usage)]
    }
    if !help.description.isEmpty { lines += [".SH DESCRIPTION"] + help.description }
    if subcommand.options == PlayOptions.self {
      for group in PlayOptions.groups {
        lines += [".SH \(group.title.uppercased())"] + Roff.entries(group.options.map(\.row))
      }
      lines += Roff.entries(Array(PlayOptions.rows.suffix(2)))
      lines += details + [".SH KEYS", "At a terminal:", ".PP", ".EX"]
      lines += SessionRequest.keyHelp(columns: 76).map(Roff.escaped) + [".EE"]
    } else {
      lines += [".SH OPTIONS"] + Roff.entries(subcommand.options.rows) + details
    }
    if !help.statuses.isEmpty { lines += [".SH EXIT STATUS", Roff.escaped(help.statuses)] }
    return lines + examples
  }

  private var generalSections: [String] {
    if name == "playhead-mpv" {
      return [".SH SYNOPSIS", ".B playhead\\-mpv", Roff.escaped("[MPV-OPTIONS] FILE...")] + details
    }
    var lines = [
      ".SH SYNOPSIS", ".B playhead", "[\\fBplay\\fR] [\\fIOPTIONS\\fR] \\fIFILE\\fR...", ".br",
      ".B playhead", "\\fISUBCOMMAND\\fR ...", ".SH DESCRIPTION", Roff.escaped(Self.description),
      ".SH SUBCOMMANDS", ".PD 0",
    ]
    for page in Self.all.dropFirst() {
      lines += [".TP 20", "\\fB\(Roff.escaped(page.name))\\fR(1)", Roff.escaped(page.summary)]
    }
    lines +=
      [".PD"] + details + [
        ".SH FIELDS", "The fields of \\fB\\-\\-fields\\fR and of templates.", ".PP", ".PD 0",
      ]
    for field in Field.allCases {
      lines += [
        ".TP 17", "\\fB\(field.rawValue)\\fR",
        Roff.emphasized("\(field.kind.rawValue): \(field.meaning)"),
      ]
    }
    lines += [".PD", ".PP", Roff.escaped(Self.causes), ".PP", Roff.escaped(Self.templates)]
    lines += [".SH SIGNALS", Roff.escaped(Self.signals), ".SH EXIT STATUS"]
    return lines + [Roff.escaped(Self.statuses)] + examples
  }

  private var details: [String] {
    Self.details.filter { $0.page == name }
      .flatMap { [".SH \($0.title)", Roff.escaped($0.text)] }
  }

  private var examples: [String] {
    guard let examples = Self.examples[name] else { return [] }
    return [".SH EXAMPLES"]
      + examples.flatMap { purpose, command in
        [".PP", Roff.escaped(purpose + ":"), ".EX", Roff.escaped("  " + command), ".EE"]
      }
  }

  private var seeAlso: [String] {
    let others = name == "playhead" ? Self.all.dropFirst().map(\.name) : ["playhead"]
    let pages =
      others + (name == "playhead-mpv" ? ["mpv"] : name == "playhead-job" ? ["ffmpeg"] : [])
    return [
      ".SH SEE ALSO", pages.map { "\\fB\(Roff.escaped($0))\\fR(1)" }.joined(separator: ", "),
    ]
  }
}

/// The parts of the help of a subcommand that its page shows in other places.
private struct HelpText {
  var summary = ""
  /// The command lines after the name of the subcommand.
  var usages: [String] = []
  /// The paragraphs that are no options, for roff.
  var description: [String] = []
  var statuses = ""

  init(of subcommand: Subcommand) {
    let isPlay = subcommand.options == PlayOptions.self
    let name = isPlay ? "playhead" : "playhead \(subcommand.name)"
    let help = isPlay ? subcommand.options.help : subcommand.options.fullHelp(among: Subcommand.all)
    var lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { $0.hasPrefix("usage: ") } ?? 0
    summary =
      lines[..<start].joined(separator: " ").split(separator: ":").first.map(String.init) ?? ""
    summary = String(summary.dropFirst(name.count + 1))
    summary = String(summary.prefix { $0 != "(" }.reversed().drop { " .".contains($0) }.reversed())
    lines = Array(lines[start...])
    let end = lines.firstIndex { !$0.hasPrefix("usage: ") && !$0.hasPrefix("       playhead") }
    usages = lines[..<(end ?? lines.count)].map { String($0.dropFirst(7 + name.count + 1)) }
    // The page of `play` has all that its help has, in sections.
    if isPlay { return }
    for paragraph in lines[(end ?? lines.count)...].split(separator: "") {
      if paragraph.contains(where: {
        $0.contains("--help") || $0.hasPrefix("      --") || $0.hasPrefix("  -")
      }) {
        continue
      }
      let own = paragraph.prefix { !$0.hasPrefix("Exit status: ") }
      statuses += paragraph[own.endIndex...].joined(separator: " ").dropFirst(13)
      if own.isEmpty { continue }
      let isTable = own.contains { $0.hasPrefix("  ") }
      let text = isTable ? own.map(Roff.escaped) : [Roff.escaped(own.joined(separator: " "))]
      description += [".PP"] + (isTable ? [".EX"] + text + [".EE"] : text)
    }
  }
}

/// Text for roff.
enum Roff {
  /// Returns the entries of options, without empty lines between them.
  static func entries(_ options: [OptionRow]) -> [String] {
    [".PD 0"]
      + options.flatMap { option in
        let start = option.usage.drop { $0 == " " }
        return [".TP 21", "\\fB\(escaped(String(start)))\\fR", escaped(option.help)]
      } + [".PD"]
  }

  /// Returns text with bold type for the words between backticks.
  static func emphasized(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 0 ? escaped(String(part)) : "\\fB\(escaped(String(part)))\\fR"
    }.joined()
  }

  /// Returns text with the special characters of roff escaped.
  static func escaped(_ text: String) -> String {
    let escaped = text.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case _ where !character.isASCII:
        for scalar in character.unicodeScalars {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          text += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
        }
      default: text.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
