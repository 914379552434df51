/// The options of a subcommand that opens media.
protocol MediaOptions: SubcommandAction {
  var access: MediaAccess { get set }
  var isVerbose: Bool { get set }
}

extension CommandOption where Options: MediaOptions {
  static var probe: CommandOption {
    CommandOption(nil, "probe", "TIME", MediaAccess.probeHelp) {
      options, text throws(UsageError) in
      try options.access.probe(text)
    }
  }

  static var protocols: CommandOption {
    CommandOption(nil, "protocols", "LIST", MediaAccess.help) {
      options, text throws(UsageError) in
      try options.access.allow(text)
    }
  }

  static var verbose: CommandOption {
    CommandOption("v", "verbose", nil, "print FFmpeg's log on standard error") {
      options, _ throws(UsageError) in
      options.isVerbose = true
    }
  }
}

extension CommandOption {
  /// Creates an option whose argument is a word of a fixed list.
  ///
  /// - Parameter property: The property in which the word is stored.
  static func choice<Word: CaseIterable & RawRepresentable & Sendable>(
    _ short: Character?, _ long: String, _ argument: String, _ help: String,
    _ property: any WritableKeyPath<Options, Word> & Sendable
  ) -> CommandOption where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    return CommandOption(short, long, .oneOf(argument, words), help) {
      options, text throws(UsageError) in
      guard let word = Word(rawValue: text) else {
        throw .invalidValue(text, option: "--\(long)", expected: .oneOf(words))
      }
      options[keyPath: property] = word
    }
  }
}
