/// An option of a subcommand: its names, its argument, its help text and its effect.
struct CommandOption<Options>: Sendable {
  let short: Character?
  let long: String
  /// The name of its argument, or nil if it has none.
  let argument: String?
  /// Whether the argument is optional. If it is left out, `apply` gets an empty string.
  let isArgumentOptional: Bool
  /// The values that an optional argument may have. The next word of the command line is the
  /// argument only if it is one of these.
  let optionalWords: [String]
  /// All values that the argument may have; empty if it is free text.
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

  /// The option as the help shows it: `-i, --interval TIME`.
  var usage: String {
    let start = (short.map { "-\($0), " } ?? "    ") + "--" + long
    guard let argument else { return start }
    if !isArgumentOptional { return start + " \(argument)" }
    return start + (optionalWords.isEmpty ? "[=\(argument)]" : " [\(argument)]")
  }
}
