/// What the command line asks for.
enum Invocation {
  case play(PlayOptions)
  case analyze(AnalyzeOptions)
  case timeline(TimelineOptions)
  case measure(MeasureOptions)
  /// This text.
  case help(String)
  case version
}

/// The first word of a command line, where it names one.
enum Subcommand: String {
  case play
  case analyze
  case timeline
  case measure

  /// Nil where the command line, the command's name first, begins with another word: it plays.
  init?(_ arguments: [String]) {
    guard let word = arguments.dropFirst().first else { return nil }
    self.init(rawValue: word)
  }
}
