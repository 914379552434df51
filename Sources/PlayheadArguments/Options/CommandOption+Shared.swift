import PlayheadOutputs

/// The options of a subcommand that opens media.
package protocol MediaOptions: SubcommandAction {
  var access: MediaAccess { get set }
  var isVerbose: Bool { get set }
}

extension MediaOptions {
  package static var foreignOptions: [String: ForeignOption] { ForeignOption.reporting }
}

extension CommandOption where Options: MediaOptions {
  package static var probe: CommandOption {
    value(
      nil, "probe", "TIME", "read up to TIME to find the tracks (5; live 0.5)",
      \.access.probeLimit, .positiveTime
    ) { text in
      TimeArgument.positive(text).map { .nanoseconds($0.nanoseconds(rounding: .up)) }
    }
  }

  package static var protocols: CommandOption {
    let help = "protocols that media may refer to: http,https,file,.."
    return CommandOption(nil, "protocols", "LIST", help) { options, text throws(UsageError) in
      try options.access.allow(text)
    }
  }

  package static var verbose: CommandOption {
    flag("v", "verbose", "print FFmpeg's log on standard error", \.isVerbose)
  }
}

extension CommandOption {
  /// Creates an option whose argument is a word of a fixed list.
  package static func choice<Word: CaseIterable & RawRepresentable & Sendable>(
    _ short: Character?, _ long: String, _ argument: String, _ help: String,
    _ property: any Property<Word>
  ) -> CommandOption where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    return setting(short, long, .oneOf(argument, words), help, property, .oneOf(words)) {
      Word(rawValue: $0)
    }
  }
}

/// The format of what `analyze`, `inspect` and `measure` print.
package enum ReportFormat: String, CaseIterable {
  case text
  case json
}
