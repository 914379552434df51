/// Options that decide where records are written.
extension PlayOptions {
  static let outputOptions: [PlayOption] = [
    PlayOption(
      "o", "log", "PLACE", "append records to FILE, fd:N, unix:PATH or -"
    ) { options, text throws(UsageError) in
      options.logs.append(try LogPlace(text))
    },
    .value(
      nil, "exec", "COMMAND", "run at boundaries, without a shell: 'cue {position}'", \.cueCommand
    ) { text throws(UsageError) in try CueCommand(text) },
    .value(
      nil, "exec-on", .oneOf("WHEN,...", CueEvent.allCases.map(\.rawValue)),
      "when to run it: boundary, start, pause, seek, end, ...", \.cueEvents
    ) { text throws(UsageError) in try CueEvent.set(text) },
    .value(
      nil, "exec-output", .oneOf("OUT", streams),
      "where its standard output goes: stderr or stdout", \.cueOutput, .oneOf(streams)
    ) { ChildProcess.OutputStream(rawValue: $0) },
    .flag("q", "quiet", "print no records on standard output", \.isQuiet),
  ]

  private static let streams = ChildProcess.OutputStream.allCases.map(\.rawValue)
}
