/// What a subcommand was asked to do, and how its command line is read.
protocol SubcommandOptions {
  init()

  static var table: [CommandOption<Self>] { get }
  /// The text of its `--help`.
  static var help: String { get }
  /// The text of its `--help all`.
  static var fullHelp: String { get }
  /// Options that users know from other programs, without their hyphens.
  static var foreignOptions: [String: ForeignOption] { get }
  /// Whether the first operand ends the options.
  static var stopsAtOperand: Bool { get }

  /// Takes in what is left when the options are taken out.
  mutating func take(_ operands: [String]) throws(UsageError)

  var invocation: Invocation { get }
}

extension SubcommandOptions {
  static var fullHelp: String { help }
  static var foreignOptions: [String: ForeignOption] { [:] }
  static var stopsAtOperand: Bool { false }

  /// Parses a command line, the command's name first.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var options = Self()
    let scanner = OptionScanner(
      table: table, foreign: foreignOptions, stopsAtOperand: stopsAtOperand)
    switch try scanner.parse(arguments, into: &options) {
    case .help(let word): return .text(word.isEmpty ? help : fullHelp)
    case .version: return .version
    case .operands(let operands): try options.take(operands)
    }
    return options.invocation
  }
}
