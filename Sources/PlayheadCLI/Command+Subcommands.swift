import CPlayheadSystem
import Glibc
import PlayheadKit

extension Command {
  /// Returns the exit status of a command. If a file cannot be used, that is reported.
  fileprivate static func reportingFailures(
    _ body: () throws(FileFailure) -> ExitStatus
  ) -> ExitStatus {
    do throws(FileFailure) {
      return try body()
    } catch {
      Messages.say(error.message)
      return .failed
    }
  }
}

extension PlayOptions {
  func run() throws(UsageError) -> ExitStatus { try Command.play(self) }
}

extension AnalyzeOptions {
  func run() -> ExitStatus {
    system_prepare_allocator(Int32(jobs))
    MediaLog.isVerbose = isVerbose
    var options = self
    do throws(FileFailure) {
      try options.readLimits()
    } catch {
      Messages.say(error.message)
      return .wrongUsage
    }
    return options.analyze()
  }

  private func analyze() -> ExitStatus {
    let readers = AnalyzeReaders(self)
    return Command.stoppingAtSignals(readers.stop, mayTakeLonger: { readers.isFinishing }) {
      defer { readers.end() }
      return Command.reportingFailures { () throws(FileFailure) in
        var run = try AnalyzeRun(self, readers)
        return run.status()
      }
    }
  }
}

extension PacketTableOptions {
  func run() throws(UsageError) -> ExitStatus {
    system_prepare_allocator(1)
    MediaLog.isVerbose = isVerbose
    let files = ListFileExpansion.files([file], access: access)
    guard let entry = files.first, files.count == 1 else {
      throw .severalEntries(files.count, playlist: CommandLine.readableText(of: file))
    }
    let session = PacketTableSession(self, entry)
    return Command.stoppingAtSignals(session.stop) { session.run() }
  }
}

extension AttachOptions {
  func run() -> ExitStatus {
    system_prepare_allocator(1)
    guard let address else { return listPlayers() }
    guard SystemHostClock.prepareTimers() else {
      Messages.say(SystemFailure(code: EMFILE))
      return .failed
    }
    return Command.reportingFailures { () throws(FileFailure) in
      let session = try AttachSession(self, to: address)
      let control = try ControlInput(records, session.perform)
      TerminalSignals.block()
      return Command.stoppingAtSignals(
        session.stop, report: session.report,
        mayTakeLonger: { session.outputs.commands.isFinishing }
      ) {
        // The player continues while this process is stopped.
        TerminalSignals.begin(session.outputs.terminalHandlers(session.keyTerminal))
        control?.begin()
        return session.run()
      }
    }
  }
}

extension JobOptions {
  func run() -> ExitStatus {
    system_prepare_allocator(1)
    guard SystemHostClock.prepareTimers() else {
      Messages.say(SystemFailure(code: EMFILE))
      return .failed
    }
    return Command.reportingFailures { () throws(FileFailure) in
      if let watched { return try watch(watched) }
      return try command.map(run) ?? .wrongUsage
    }
  }

  private func run(_ command: JobCommand) throws(FileFailure) -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Before signals are blocked, because opening it may wait for its reader.
    let relay = try ProgressRelay(command.arguments.progressTarget)
    JobSignals.block()
    TerminalSignals.block()
    return try JobSession(command, self, relay).run()
  }

  private func watch(_ watched: WatchedProcess) throws(FileFailure) -> ExitStatus {
    let session = try WatchSession(watched, records)
    TerminalSignals.block()
    return Command.stoppingAtSignals(
      session.stop, report: session.report, mayTakeLonger: { session.outputs.commands.isFinishing }
    ) {
      TerminalSignals.begin(session.outputs.terminalHandlers())
      return session.run()
    }
  }
}

extension MeasureOptions {
  func run() -> ExitStatus {
    let session = MeasureSession(self)
    // The measured command may take long to end.
    return Command.stoppingAtSignals(session.stop, mayTakeLonger: { true }) {
      Command.reportingFailures { () throws(FileFailure) in try session.run() }
    }
  }
}

extension AlignOptions {
  func run() -> ExitStatus {
    system_prepare_allocator(2)
    MediaLog.isVerbose = isVerbose
    let session = AlignSession(self)
    return Command.stoppingAtSignals(session.stop) {
      Command.reportingFailures { () throws(FileFailure) in try session.run() }
    }
  }
}

extension InspectOptions {
  func run() -> ExitStatus {
    MediaLog.isVerbose = isVerbose
    let session = InspectSession(self)
    return Command.stoppingAtSignals(session.stop) { session.run() }
  }
}

extension ResumeOptions {
  func run() -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)
    return Command.reportingFailures { () throws(FileFailure) in
      ResumeCommand(options: self, store: try .ofUser()).run()
    }
  }
}
