import PlayheadOutputs

/// The options of a subcommand, with the table to parse them.
package protocol SubcommandOptions: SendableMetatype {
  init()

  static var table: [CommandOption<Self>] { get }
  static var help: String { get }
  /// Returns the text of its `--help all`.
  static func fullHelp(among subcommands: [Subcommand]) -> String
  /// Options of other programs that users may try here, without hyphens.
  static var foreignOptions: [String: ForeignOption] { get }
  /// Options of playback that have no meaning for the subcommand, by their long names.
  static var refusals: [String: RefusalReason] { get }
  /// Whether the first operand ends the options.
  static var stopsAtOperand: Bool { get }
  /// The words that an operand may be; empty if operands are files or a command.
  static var operandWords: [String] { get }

  /// The long names of the options on the command line, for checks of their combinations.
  var given: Set<String> { get set }

  /// Stores the operands. Throws if they are missing or invalid, or if options contradict each other.
  mutating func setOperands(_ operands: [String]) throws(UsageError)

  var invocation: Invocation { get }
}

/// The options of a subcommand that does more than print a text.
package protocol SubcommandAction: SubcommandOptions {
  func run() throws(UsageError) -> ExitStatus
}

extension SubcommandAction {
  package var invocation: Invocation { .run(self) }
}

extension SubcommandOptions {
  package static func fullHelp(among subcommands: [Subcommand]) -> String { help }
  package static var foreignOptions: [String: ForeignOption] { [:] }
  package static var refusals: [String: RefusalReason] { [:] }
  package static var stopsAtOperand: Bool { false }
  package static var operandWords: [String] { [] }

  package var given: Set<String> {
    get { [] }
    set {}
  }

  /// Returns the first of these options that was given, as in `--interval`; nil if none was.
  package func firstGiven(of names: String...) -> String? {
    names.first(where: given.contains).map { "--\($0)" }
  }

  /// Parses a command line, whose first element is the name of the command. Its help needs all subcommands.
  package static func parse(
    _ arguments: [String], among subcommands: [Subcommand]
  ) throws(UsageError) -> Invocation {
    var options = Self()
    let scanner = OptionScanner(
      table: table, foreign: { foreignOptions }, stopsAtOperand: stopsAtOperand)
    switch try scanner.parse(arguments, into: &options) {
    case .help(let word): return .text(word.isEmpty ? help : fullHelp(among: subcommands))
    case .version: return .version
    case .operands(let operands, let given):
      options.given = given
      try options.setOperands(operands)
    }
    return options.invocation
  }
}
