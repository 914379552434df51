import Glibc

extension Invocation {
  /// Parses a command line, whose first element is the name of the command.
  ///
  /// The next word may be the name of a subcommand. To play a file of that name, write `./analyze`.
  ///
  /// Call this only once, and before starting threads.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let subcommand = Subcommand(arguments) else {
      if arguments.count > 1, let meant = misspelledSubcommand(arguments[1]) {
        throw .unknownSubcommand(arguments[1], meant: meant.rawValue)
      }
      return try PlayOptions.parse(arguments)
    }
    var arguments = arguments
    arguments.remove(at: 1)
    switch subcommand {
    case .play: return try PlayOptions.parse(arguments)
    case .analyze: return try AnalyzeOptions.parse(arguments)
    case .timeline: return try PacketTableOptions.parse(arguments)
    case .measure: return try MeasureOptions.parse(arguments)
    case .inspect: return try InspectOptions.parse(arguments)
    case .resume: return try ResumeOptions.parse(arguments)
    case .completion: return try CompletionOptions.parse(arguments)
    case .help: return try HelpOptions.parse(arguments)
    }
  }

  /// Returns the subcommand that a word probably misspells, or nil if the word may be an option or
  /// a file.
  private static func misspelledSubcommand(_ word: String) -> Subcommand? {
    guard word.allSatisfy({ $0.isLetter && $0.isASCII }), access(word, F_OK) != 0 else {
      return nil
    }
    return Subcommand.meant(by: word)
  }
}
