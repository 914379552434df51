import PlayheadKit

/// A parsed command line.
enum Invocation {
  case play(PlayOptions)
  case analyze(AnalyzeOptions)
  case timeline(PacketTableOptions)
  case measure(MeasureOptions)
  case inspect(InspectOptions)
  case resume(ResumeOptions)
  /// Prints a text: a help text, a completion script or the manual page.
  case text(String)
  case version
}

/// A subcommand, named by the first word after the name of the command.
enum Subcommand: String, CaseIterable {
  case play
  case analyze
  case timeline
  case measure
  case inspect
  case resume
  case completion
  case help

  /// Creates the subcommand of a command line, or returns nil if its first word names no subcommand
  /// and the command plays files.
  init?(_ arguments: [String]) {
    guard let word = arguments.dropFirst().first else { return nil }
    self.init(rawValue: word)
  }

  /// The text of its `--help`.
  var help: String {
    switch self {
    case .play: PlayOptions.help
    case .analyze: AnalyzeOptions.help
    case .timeline: PacketTableOptions.help
    case .measure: MeasureOptions.help
    case .inspect: InspectOptions.help
    case .resume: ResumeOptions.help
    case .completion: CompletionOptions.help
    case .help: HelpOptions.help
    }
  }

  /// Returns the subcommand that a word probably misspells, or nil if no name is similar.
  static func meant(by word: String) -> Subcommand? {
    NearestWord.of(word, in: allCases.map(\.rawValue)).flatMap(Subcommand.init)
  }
}
