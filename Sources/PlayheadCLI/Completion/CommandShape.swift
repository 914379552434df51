/// The properties of a subcommand that completion scripts and the manual page need, independent of
/// the type of its options.
struct CommandShape {
  struct Option {
    let short: Character?
    let long: String
    let argument: String?
    let isArgumentOptional: Bool
    let words: [String]
    let usage: String
    let help: String

    init<Options>(_ option: CommandOption<Options>) {
      short = option.short
      long = option.long
      argument = option.argument
      isArgumentOptional = option.isArgumentOptional
      words = option.words
      usage = option.usage
      help = option.help
    }

    /// Creates an option whose optional argument is `word`, if that is not nil.
    fileprivate init(short: Character?, long: String, word: String? = nil, help: String) {
      self.short = short
      self.long = long
      (argument, isArgumentOptional, words) = (word, word != nil, word.map { [$0] } ?? [])
      usage = (short.map { "-\($0), " } ?? "") + "--" + long + (word.map { " [\($0)]" } ?? "")
      self.help = help
    }

    /// Whether the argument is a list of `words`, separated by commas.
    var takesList: Bool { argument?.hasSuffix(",...") == true && !words.isEmpty }

    /// Whether the argument is a file name.
    var takesFile: Bool { argument == "FILE" || argument == "PLACE" || argument == "PATH" }
  }

  let name: String
  let options: [Option]
  let help: String
  /// The words that an operand may be; empty if operands are files or a command.
  let operands: [String]
  let takesCommand: Bool

  /// All subcommands, with the default `play` first.
  static let all = Subcommand.all.map { CommandShape($0.name, $0.options) }

  private init<Options: SubcommandOptions>(_ name: String, _ type: Options.Type) {
    self.name = name
    options =
      Options.table.map(Option.init) + [
        Options.help == Options.fullHelp
          ? Option(short: "h", long: "help", help: "this text")
          : Option(
            short: "h", long: "help", word: "all", help: "what is needed most, or all options"),
        Option(short: "V", long: "version", help: "the version"),
      ]
    help = Options.help
    operands = Options.operandWords
    takesCommand = Options.stopsAtOperand
  }
}
