/// Where records go.
extension PlayOptions {
  static let outputOptions: [PlayOption] = [
    PlayOption(
      "o", "log", "PLACE", "append records to a FILE (by its ending, else JSON), fd:N or unix:PATH"
    ) { options, text throws(UsageError) in
      options.logs.append(try LogPlace(text))
    },
    PlayOption(nil, "exec", "COMMAND", "run at boundaries, without a shell: 'cue {position}'") {
      options, text throws(UsageError) in
      options.cueCommand = try CueCommand(text)
    },
    PlayOption("q", "quiet", nil, "no records on standard output") {
      options, _ throws(UsageError) in
      options.isQuiet = true
    },
  ]
}
