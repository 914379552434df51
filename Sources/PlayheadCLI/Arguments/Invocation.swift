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

  /// Nil where the command line, the command's name first, begins with another word: it plays.
  init?(_ arguments: [String]) {
    guard let word = arguments.dropFirst().first else { return nil }
    self.init(rawValue: word)
  }
}
