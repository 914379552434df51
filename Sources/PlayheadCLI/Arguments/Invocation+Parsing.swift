extension Invocation {
  /// Parses a command line, the command's name first. Its first word may name a subcommand; a file
  /// of such a name is written `./analyze`.
  ///
  /// To be called once, before there are threads.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let subcommand = Subcommand(arguments) else { return try PlayOptions.parse(arguments) }
    var arguments = arguments
    arguments.remove(at: 1)
    switch subcommand {
    case .play: return try PlayOptions.parse(arguments)
    case .analyze: return try AnalyzeOptions.parse(arguments)
    case .timeline: return try TimelineOptions.parse(arguments)
    case .measure: return try MeasureOptions.parse(arguments)
    case .inspect: return try InspectOptions.parse(arguments)
    case .completion: return try CompletionOptions.parse(arguments)
    }
  }
}
