/// Where records go.
extension PlayOptions {
  static let outputOptions: [PlayOption] = [
    PlayOption(
      "o", "log", "PLACE", "append to a FILE, as its ending says, fd:N, unix:PATH"
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
