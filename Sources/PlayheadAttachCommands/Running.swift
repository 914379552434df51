import Glibc
import PlayheadFFmpeg
import PlayheadJobs
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadProcesses
import PlayheadTerminal

extension AttachOptions {
  package func run() -> ExitStatus {
    MediaLog.isVerbose = records.isVerbose
    guard let address else { return listPlayers() }
    guard SubcommandRun.prepare() else { return .failed }
    return SubcommandRun.reportingFailures { () throws(FileFailure) in
      let attached = try AttachSession(self, to: address)
      let control = try ControlInput(records, attached.perform)
      return attached.session.run(attached.outputs.terminalHandlers(attached.keyTerminal)) {
        control?.begin()
        return attached.run()
      }
    }
  }
}

extension FollowOptions {
  package func run() -> ExitStatus {
    MediaLog.isVerbose = playing.isVerbose
    guard let leader, SubcommandRun.prepare() else { return .failed }
    let session = FollowSession(self)
    return SubcommandRun.stoppingAtSignals(session.stop, report: session.report) {
      SubcommandRun.reportingFailures { () throws(FileFailure) in try session.run(leader) }
    }
  }
}

extension JobOptions {
  package func run() -> ExitStatus {
    guard SubcommandRun.prepare() else { return .failed }
    return SubcommandRun.reportingFailures { () throws(FileFailure) in
      if let watched {
        let watching = try WatchSession(watched, records)
        return watching.session.run(watching.session.outputs.terminalHandlers(), watching.run)
      }
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
}
