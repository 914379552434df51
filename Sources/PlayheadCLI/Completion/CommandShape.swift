/// The properties of a subcommand that completion scripts and the manual page need, independent of
/// the type of its options.
struct CommandShape {
  let name: String
  let options: [OptionRow]
  let help: String
  /// The words that an operand may be; empty if operands are files or a command.
  let operands: [String]
  let takesCommand: Bool

  /// All subcommands, with the default `play` first.
  static let all = Subcommand.all.map { CommandShape($0.name, $0.options) }

  private init<Options: SubcommandOptions>(_ name: String, _ type: Options.Type) {
    self.name = name
    let help =
      Options.help == Options.fullHelp
      ? OptionRow("h", "help", nil, "this text")
      : OptionRow(
        "h", "help", .optional("all", ["all"]), "what is needed most, or all options")
    options = Options.table.map(\.row) + [help, OptionRow("V", "version", nil, "the version")]
    self.help = Options.help
    operands = Options.operandWords
    takesCommand = Options.stopsAtOperand
  }
}
