import Glibc
import PlayheadArguments
import PlayheadJobs
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadProcesses
import PlayheadTimekeeping

/// The options of `playhead job`.
package struct JobOptions {
  /// What the records contain and where they go, as with `play`.
  var records = PlayOptions()
  /// Whether the command is any program, whose lines show its position.
  var isOfAnyProgram = false
  /// How positions are found in these lines, as with `measure`.
  var lines = LineOptions()
  /// The duration of the output, if the user states it.
  var duration: MediaTime?
  /// The command line; nil before it is known.
  var command: JobCommand?
  /// The process that is watched instead, which already runs.
  var watched: WatchedProcess?

  package init() {}
}

extension JobOptions: SubcommandAction {
  package static let stopsAtOperand = true

  package static let groups: [OptionGroup<JobOptions>] = [
    OptionGroup("Command", commandOptions),
    OptionGroup("Process", watchOptions),
    OptionGroup("Records", PlayOptions.recordOptions.lifted(to: \.records)),
    OptionGroup(
      "Output", (PlayOptions.outputOptions + PlayOptions.jobOptions).lifted(to: \.records)),
  ]
  package static let table = groups.flatMap(\.options)

  private static let commandOptions: [CommandOption<JobOptions>] =
    [
      .flag(nil, "of", "run any program, and find positions in its lines", \.isOfAnyProgram),
      .value(
        nil, "duration", "TIME", "duration of the output (derived for ffmpeg)", \.duration,
        .positiveTime, TimeArgument.positive),
    ]
    + LineOptions.table.lifted(to: \.lines)

  package var given: Set<String> {
    get { records.given }
    set { records.given = newValue }
  }

  package mutating func setOperands(_ operands: [String]) throws(UsageError) {
    if watched != nil { return try checkWatched(operands) }
    guard let name = operands.first else {
      throw .missingOperand("command", command: "playhead job")
    }
    if let option = LineOptions.table.map(\.long).first(where: given.contains), !isOfAnyProgram {
      throw .missing("--of", requiredBy: "--\(option)")
    }
    let command = isOfAnyProgram ? JobCommand(ofAnyProgram: operands) : JobCommand(operands)
    guard let command else { throw .noFFmpeg(command: name) }
    self.command = command
    records.isJob = true
    if command.usesStandardOutput {
      try leaveStandardOutput(to: "ffmpeg on standard output")
    } else if lines.readsErrors, isatty(STDOUT_FILENO) == 0 {
      try leaveStandardOutput(to: "--stderr")
    }
    try checkRecords()
  }

  /// Checks what the records may contain.
  mutating func checkRecords() throws(UsageError) {
    try records.checkAttached()
    let hasChapters = records.schedule.steps.contains(.chapter)
    if let need = records.mediaNeed ?? (hasChapters ? "--every chapter" : nil) {
      throw .conflict(need, with: "job")
    }
  }

  /// Leaves standard output to the command, whose records must go elsewhere then.
  private mutating func leaveStandardOutput(to user: String) throws(UsageError) {
    let isLogged = !records.logs.isEmpty && !records.logs.contains(.standardOutput)
    guard isLogged || records.isQuiet else {
      throw .missing("--log FILE or --quiet", requiredBy: user)
    }
    records.isQuiet = true
  }
}
