import PlayheadArguments
import PlayheadOutputs
import PlayheadPlayCommands

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

  mutating func take(_ operands: [String]) throws(UsageError) {
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
