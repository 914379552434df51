import Glibc

extension Invocation {
  /// Parses a command line, the command's name first. Its first word may name a subcommand; a file
  /// of such a name is written `./analyze`.
  ///
  /// To be called once, before there are threads.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let subcommand = Subcommand(arguments) else {
      if arguments.count > 1, let meant = misspelledSubcommand(arguments[1]) {
        throw UsageError(
          "unknown subcommand '\(arguments[1])' (did you mean '\(meant)'?)")
      }
      return try PlayOptions.parse(arguments)
    }
    var arguments = arguments
    arguments.remove(at: 1)
    switch subcommand {
    case .play: return try PlayOptions.parse(arguments)
    case .analyze: return try AnalyzeOptions.parse(arguments)
    case .timeline: return try TimelineOptions.parse(arguments)
    case .measure: return try MeasureOptions.parse(arguments)
    case .inspect: return try InspectOptions.parse(arguments)
    case .completion: return try CompletionOptions.parse(arguments)
    case .help: return try HelpOptions.parse(arguments)
    }
  }

  /// The subcommand that a word resembles which is neither an option nor a file.
  private static func misspelledSubcommand(_ word: String) -> Subcommand? {
    guard word.allSatisfy({ $0.isLetter && $0.isASCII }), access(word, F_OK) != 0 else {
      return nil
    }
    return Subcommand.meant(by: word)
  }
}
