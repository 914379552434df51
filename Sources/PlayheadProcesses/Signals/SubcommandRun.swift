import CPlayheadSystem
import Glibc
import PlayheadOutputs
import PlayheadTimekeeping

/// How the work of a subcommand is run.
package enum SubcommandRun {
  /// Prepares the allocator, and timers if needed. Returns false, after a message, if there can be none.
  package static func prepare(usesTimers: Bool = true) -> Bool {
    system_prepare_allocator(1)
    if !usesTimers || SystemHostClock.prepareTimers() { return true }
    Messages.say(SystemFailure(code: EMFILE))
    return false
  }

  /// Runs `body`, and handles signals as `TerminationSignals`; the first of SIGINT, SIGTERM and SIGHUP calls `stop`.
  package static func stoppingAtSignals(
    _ stop: @escaping @Sendable (EndReason) -> Void, report: (@Sendable () -> Void)? = nil,
    mayTakeLonger: @escaping @Sendable () -> Bool = { false },
    _ body: () -> ExitStatus
  ) -> ExitStatus {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    TerminationSignals.handle(stop, report: report, mayTakeLonger: mayTakeLonger)
    return body()
  }

  /// Returns the exit status of a command. If a file cannot be used, that is reported.
  package static func reportingFailures(
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
