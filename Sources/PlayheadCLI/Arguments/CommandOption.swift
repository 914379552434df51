/// An option of a subcommand: its names, its argument, its help text and its effect.
struct CommandOption<Options>: Sendable {
  let short: Character?
  let long: String
  /// The argument, or nil if it has none.
  private let value: OptionArgument?
  let help: String
  /// Sets the option. If an optional argument is left out, the text is empty.
  let apply: @Sendable (inout Options, String) throws(UsageError) -> Void

  init(
    _ short: Character?, _ long: String, _ argument: OptionArgument?, _ help: String,
    _ apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) {
    self.short = short
    self.long = long
    value = argument
    self.help = help
    self.apply = apply
  }

  /// The name of its argument, or nil if it has none.
  var argument: String? { value?.name }
  var isArgumentOptional: Bool { value?.isOptional ?? false }
  var optionalWords: [String] { value?.optionalWords ?? [] }
  /// All values that the argument may have; empty if it is free text.
  var words: [String] { value?.words ?? [] }

  /// The option as the help shows it: `-i, --interval TIME`.
  var usage: String {
    let start = (short.map { "-\($0), " } ?? "    ") + "--" + long
    guard let argument else { return start }
    if !isArgumentOptional { return start + " \(argument)" }
    return start + (optionalWords.isEmpty ? "[=\(argument)]" : " [\(argument)]")
  }
}
