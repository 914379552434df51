import PlayheadKit

/// The options of `playhead job`.
struct JobOptions {
  /// What the records contain and where they go, as with `play`.
  var records = PlayOptions()
  /// The command line, which runs ffmpeg; nil before it is known.
  var command: JobCommand?
}

extension JobOptions: SubcommandAction {
  static let stopsAtOperand = true

  static let groups: [OptionGroup<JobOptions>] = [
    OptionGroup("Records", lifted(PlayOptions.recordOptions)),
    OptionGroup("Output", lifted(PlayOptions.outputOptions)),
    OptionGroup("", lifted(PlayOptions.jobOptions)),
  ]
  static let table = groups.flatMap(\.options)

  private static func lifted(_ options: [PlayOption]) -> [CommandOption<JobOptions>] {
    options.map { $0.lifted(to: \.records) }
  }

  static var help: String {
    """
    playhead job runs ffmpeg and prints the position in its output.

    usage: playhead job [OPTIONS] [--] COMMAND [ARGUMENT...]

    COMMAND is ffmpeg, also behind nice, env, taskset or time. It runs unchanged,
    except for -progress, which reports to playhead.

    \(Help.rows(groups))

    The duration of the output is derived from the arguments and the inputs.
    Signals and keys go to ffmpeg.
    Exit status: that of the command; 128 + signal number if a signal ended it,
    126 or 127 if it cannot be run, 2 usage error.
    """
  }

  var given: Set<String> {
    get { records.given }
    set { records.given = newValue }
  }

  mutating func take(_ operands: [String]) throws(UsageError) {
    guard let name = operands.first else {
      throw .missingOperand("command", command: "playhead job")
    }
    guard let command = JobCommand(operands) else { throw .noFFmpeg(command: name) }
    self.command = command
    records.isJob = true
    if command.usesStandardOutput {
      let isLogged = !records.logs.isEmpty && !records.logs.contains(.standardOutput)
      guard isLogged || records.isQuiet else {
        throw .missing("--log FILE or --quiet", requiredBy: "ffmpeg on standard output")
      }
      records.isQuiet = true
    }
    try records.takeAttached()
    let hasChapters = records.schedule.steps.contains(.chapter)
    if let need = records.mediaNeed ?? (hasChapters ? "--every chapter" : nil) {
      throw .conflict(need, with: "job")
    }
  }
}
