import PlayheadOutputs

/// An option as the help, the manual page and the completions show it.
package struct OptionRow: Sendable {
  package let short: Character?
  package let long: String
  /// The argument, or nil if it has none.
  private let value: OptionArgument?
  package let help: String

  package init(_ short: Character?, _ long: String, _ argument: OptionArgument?, _ help: String) {
    (self.short, self.long, value, self.help) = (short, long, argument, help)
  }

  /// The name of its argument, or nil if it has none.
  package var argument: String? { value?.name }
  package var isArgumentOptional: Bool { value?.isOptional ?? false }
  var optionalWords: [String] { value?.optionalWords ?? [] }
  /// All values that the argument may have; empty if it is free text.
  package var words: [String] { value?.words ?? [] }

  /// Whether the argument is a list of `words`, separated by commas.
  package var takesList: Bool { argument?.hasSuffix(",...") == true && !words.isEmpty }

  /// Whether the argument is a file name.
  package var takesFile: Bool { ["FILE", "PLACE", "PATH", "SOURCE"].contains(argument) }

  /// The option as the help shows it: `-i, --interval TIME`.
  package var usage: String {
    let start = (short.map { "-\($0), " } ?? "    ") + "--" + long
    guard let argument else { return start }
    if !isArgumentOptional { return start + " \(argument)" }
    return start + (optionalWords.isEmpty ? "[=\(argument)]" : " [\(argument)]")
  }
}

/// An option of a subcommand: its names, its argument, its help text and its effect.
@dynamicMemberLookup
package struct CommandOption<Options>: Sendable {
  package let row: OptionRow
  /// Sets the option. If an optional argument is left out, the text is empty.
  package let apply: @Sendable (inout Options, String) throws(UsageError) -> Void

  package subscript<Value>(dynamicMember property: KeyPath<OptionRow, Value>) -> Value {
    row[keyPath: property]
  }
}

extension CommandOption {
  package init(
    _ short: Character?, _ long: String, _ argument: OptionArgument?, _ help: String,
    _ apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) {
    self.init(row: OptionRow(short, long, argument, help), apply: apply)
  }

  /// Returns the option as one of a subcommand whose options contain these.
  package func lifted<Outer>(
    to options: any WritableKeyPath<Outer, Options> & Sendable
  ) -> CommandOption<Outer> {
    CommandOption<Outer>(row: row) { outer, text throws(UsageError) in
      try apply(&outer[keyPath: options], text)
    }
  }
}

extension Array {
  /// Returns the options as those of a subcommand whose options contain these.
  package func lifted<Options, Outer>(
    to options: any WritableKeyPath<Outer, Options> & Sendable
  ) -> [CommandOption<Outer>] where Element == CommandOption<Options> {
    map { $0.lifted(to: options) }
  }
}

/// A group of options in the help and the manual page.
package struct OptionGroup<Options>: Sendable {
  /// The title of the group, or an empty string if it has none.
  package let title: String
  package let options: [CommandOption<Options>]

  package init(_ title: String, _ options: [CommandOption<Options>]) {
    self.title = title
    self.options = options
  }
}
