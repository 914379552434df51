/// One option of a subcommand: how it is written, what its help says, what it does.
struct CommandOption<Options>: Sendable {
  let short: Character?
  let long: String
  /// The name of its argument, or nil where it takes none.
  let argument: String?
  /// Whether the argument may be left out; it is then empty.
  let isArgumentOptional: Bool
  /// Where the argument may be left out: the words of which the next argument is one, or is none
  /// of the option's.
  let optionalWords: [String]
  /// The words that its argument is one of; empty where there are others.
  let words: [String]
  let help: String
  let apply: @Sendable (inout Options, String) throws(UsageError) -> Void

  init(
    _ short: Character?, _ long: String, _ argument: String?, isArgumentOptional: Bool = false,
    optionalWords: [String] = [], words: [String] = [], _ help: String,
    _ apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) {
    self.short = short
    self.long = long
    self.argument = argument
    self.isArgumentOptional = isArgumentOptional || !optionalWords.isEmpty
    self.optionalWords = optionalWords
    self.words = optionalWords + words
    self.help = help
    self.apply = apply
  }

  /// As its help shows it: `-i, --interval TIME`.
  var usage: String {
    let start = (short.map { "-\($0), " } ?? "    ") + "--" + long
    guard let argument else { return start }
    if !isArgumentOptional { return start + " \(argument)" }
    return start + (optionalWords.isEmpty ? "[=\(argument)]" : " [\(argument)]")
  }
}
