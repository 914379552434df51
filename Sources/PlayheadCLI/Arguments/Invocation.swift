import Glibc

/// A parsed command line.
enum Invocation {
  case run(any SubcommandAction)
  /// Prints a text: a help text, a completion script or the manual page.
  case text(String)
  case version

  /// Parses a command line, whose first element is the name of the command.
  ///
  /// The next word may be the name of a subcommand. To play a file of that name, write `./analyze`.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let word = arguments.dropFirst().first else { return try PlayOptions.parse(arguments) }
    if let subcommand = Subcommand(named: word) {
      return try subcommand.options.parse([arguments[0]] + arguments.dropFirst(2))
    }
    // A word of other characters may be an option or a path.
    if word.allSatisfy({ $0.isLetter && $0.isASCII }), access(word, F_OK) != 0,
      let meant = Subcommand.meant(by: word)
    {
      throw .unknownSubcommand(word, meant: meant)
    }
    return try PlayOptions.parse(arguments)
  }
}
