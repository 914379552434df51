import PlayheadAnalysisCommands
import PlayheadArguments
import PlayheadAttachCommands
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands

/// The subcommands of the command.
extension Subcommand {
  /// All subcommands, with the default `play` first.
  static let all = [
    Subcommand(name: "play", options: PlayOptions.self),
    Subcommand(name: "attach", options: AttachOptions.self),
    Subcommand(name: "follow", options: FollowOptions.self),
    Subcommand(name: "job", options: JobOptions.self),
    Subcommand(name: "analyze", options: AnalyzeOptions.self),
    Subcommand(name: "compare", options: CompareOptions.self),
    Subcommand(name: "align", options: AlignOptions.self),
    Subcommand(name: "timeline", options: PacketTableOptions.self),
    Subcommand(name: "measure", options: MeasureOptions.self),
    Subcommand(name: "inspect", options: InspectOptions.self),
    Subcommand(name: "resume", options: ResumeOptions.self),
    Subcommand(name: "completion", options: CompletionOptions.self),
    Subcommand(name: "help", options: HelpOptions.self),
  ]

  /// Returns the subcommand that a word probably misspells, or that another program calls so, if any.
  static func meant(by word: String) -> String? {
    otherNames[word] ?? NearestWord.of(word, in: all.map(\.name))
  }

  private static let otherNames = [
    "diff": "compare", "cmp": "compare", "info": "inspect", "probe": "inspect", "check": "analyze",
    "sync": "align", "packets": "timeline",
  ]
}

extension Subcommand {
  /// Creates the subcommand of a name, or returns nil if there is none.
  init?(named name: String) {
    guard let subcommand = Subcommand.all.first(where: { $0.name == name }) else { return nil }
    self = subcommand
  }
}

/// The options of `playhead help`.
struct HelpOptions {
  var text = Help.text
}

extension HelpOptions: SubcommandOptions {
  static let table: [CommandOption<HelpOptions>] = []
  static var operandWords: [String] {
    Subcommand.all.map(\.name).filter { $0 != "help" } + ["all"]
  }

  static var help: String {
    """
    playhead help prints the short help, all options, or the help of a subcommand.

    usage: playhead help [all|SUBCOMMAND]

    \(Help.rows(table))
    """
  }

  mutating func setOperands(_ operands: [String]) throws(UsageError) {
    guard operands.count < 2 else {
      throw .operandCount(operands.count, subcommand: "help", expected: "one subcommand")
    }
    guard let topic = operands.first else { return }
    if topic == "all" { return text = Help.fullText(among: Subcommand.all) }
    guard let subcommand = Subcommand(named: topic) else {
      throw .unknownSubcommand(topic, meant: Subcommand.meant(by: topic))
    }
    text = subcommand.options.help
  }

  var invocation: Invocation { .text(text) }
}
