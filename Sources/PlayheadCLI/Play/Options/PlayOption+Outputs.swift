/// Options that decide where records are written.
extension PlayOptions {
  static let outputOptions: [PlayOption] = [
    PlayOption(
      "o", "log", "PLACE", "append records to FILE, fd:N, unix:PATH or -"
    ) { options, text throws(UsageError) in
      options.logs.append(try LogPlace(text))
    },
    PlayOption(nil, "exec", "COMMAND", "run at boundaries, without a shell: 'cue {position}'") {
      options, text throws(UsageError) in
      options.cueCommand = try CueCommand(text)
    },
    PlayOption(
      nil, "exec-on", .oneOf("WHEN,...", CueEvent.allCases.map(\.rawValue)),
      "when to run it: boundary, start, pause, seek, end, ..."
    ) { options, text throws(UsageError) in
      options.cueEvents = try CueEvent.set(text)
    },
    PlayOption(
      nil, "exec-output", .oneOf("OUT", ChildProcess.OutputStream.allCases.map(\.rawValue)),
      "where its standard output goes: stderr or stdout"
    ) { options, text throws(UsageError) in
      guard let stream = ChildProcess.OutputStream(rawValue: text) else {
        throw .invalidValue(
          text, option: "--exec-output",
          expected: .oneOf(ChildProcess.OutputStream.allCases.map(\.rawValue)))
      }
      options.cueOutput = stream
    },
    PlayOption("q", "quiet", nil, "print no records on standard output") {
      options, _ throws(UsageError) in
      options.isQuiet = true
    },
  ]
}
