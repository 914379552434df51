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
    playhead help shows what is needed most, all options, or the help of a subcommand.

    usage: playhead help [all|SUBCOMMAND]

    \(Help.rows(table))
    """
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    guard operands.count < 2 else {
      throw UsageError("help takes one subcommand, not \(operands.count)")
    }
    guard let topic = operands.first else { return }
    if topic == "all" { return text = Help.fullText }
    guard let subcommand = Subcommand(rawValue: topic) else {
      let meant = Subcommand.meant(by: topic).map { " (did you mean '\($0)'?)" } ?? ""
      throw UsageError("unknown subcommand '\(topic)'\(meant)")
    }
    text = subcommand.help
  }

  var invocation: Invocation { .text(text) }
}
