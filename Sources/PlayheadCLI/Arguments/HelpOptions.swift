/// The options of `playhead help`.
struct HelpOptions {
  var text = Help.text
}

extension HelpOptions: SubcommandOptions {
  static let table: [CommandOption<HelpOptions>] = []
  /// The operands of `playhead help`.
  static let topics = Subcommand.allCases.filter { $0 != .help }.map(\.rawValue) + ["all"]

  static var help: String {
    """
    playhead help prints the short help, all options, or the help of a subcommand.

    usage: playhead help [all|SUBCOMMAND]

    \(Help.rows(table))
    """
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    guard operands.count < 2 else {
      throw .operandCount(operands.count, subcommand: "help", expected: "one subcommand")
    }
    guard let topic = operands.first else { return }
    if topic == "all" { return text = Help.fullText }
    guard let subcommand = Subcommand(rawValue: topic) else {
      throw .unknownSubcommand(topic, meant: Subcommand.meant(by: topic)?.rawValue)
    }
    text = subcommand.help
  }

  var invocation: Invocation { .text(text) }
}
