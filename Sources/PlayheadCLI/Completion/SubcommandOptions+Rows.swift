import PlayheadArguments

extension SubcommandOptions {
  /// The options as completion scripts and the manual page show them, with `--help` and `--version`.
  static var rows: [OptionRow] {
    let help =
      help == fullHelp(among: Subcommand.all)
      ? OptionRow("h", "help", nil, "this text")
      : OptionRow(
        "h", "help", .optional("all", ["all"]), "what is needed most, or all options")
    return table.map(\.row) + [help, OptionRow("V", "version", nil, "the version")]
  }
}
