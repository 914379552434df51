/// What the command line asks for.
enum Invocation {
  case play(PlayOptions)
  case analyze(AnalyzeOptions)
  case timeline(TimelineOptions)
  case measure(MeasureOptions)
  case inspect(InspectOptions)
  /// This text, of a help, a completion or the manual.
  case text(String)
  case version
}

/// The first word of a command line, where it names one.
enum Subcommand: String, CaseIterable {
  case play
  case analyze
  case timeline
  case measure
  case inspect
  case completion
  case help

  /// Nil where the command line, the command's name first, begins with another word: it plays.
  init?(_ arguments: [String]) {
    guard let word = arguments.dropFirst().first else { return nil }
    self.init(rawValue: word)
  }

  /// The text of its `--help`.
  var help: String {
    switch self {
    case .play: PlayOptions.help
    case .analyze: AnalyzeOptions.help
    case .timeline: TimelineOptions.help
    case .measure: MeasureOptions.help
    case .inspect: InspectOptions.help
    case .completion: CompletionOptions.help
    case .help: HelpOptions.help
    }
  }

  /// The subcommand that was probably meant by a word that is none; nil if there is none like it.
  static func meant(by word: String) -> Subcommand? {
    NearestWord.of(word, in: allCases.map(\.rawValue)).flatMap(Subcommand.init)
  }
}
