import Dispatch
import Glibc
import PlayheadProcesses
import PlayheadTimekeeping

/// A thread that passes the signals of this process to the process of a job.
enum JobSignals {
  /// Without SIGHUP if the parent process ignores it, as `nohup` does. Unlike in shells, SIGINT is passed on.
  private static let forwarded =
    [SIGINT, SIGTERM, SIGQUIT, SIGUSR2] + (isIgnored(SIGHUP) ? [] : [SIGHUP])

  /// Sent by this process, and taken after all signals with lower numbers.
  private static let mark = __libc_current_sigrtmin()
  private static let marked = DispatchSemaphore(value: 0)

  private static var awaited: sigset_t { (forwarded + [SIGUSR1, mark]).signalSet }

  /// Blocks the signals until `begin`. Call this on the main thread before other threads start.
  static func block() {
    var signals = awaited
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Passes signals to a child after calling `receive`, but calls `report` for SIGUSR1 instead.
  static func begin(
    to child: ChildProcess, receive: @escaping @Sendable (Int32) -> Void,
    report: @escaping @Sendable () -> Void
  ) {
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-signal")) {
      var signals = awaited
      var information = siginfo_t()
      let number = sigwaitinfo(&signals, &information)
      if number == SIGUSR1 {
        report()
      } else if number == mark {
        marked.signal()
      } else if number > 0 {
        receive(number)
        // The kernel sends those of a terminal.
        let isOfTerminal = information.si_code > 0
        if !isOfTerminal || !child.sharesTerminalSignals { child.send(signal: number) }
      }
      return .again
    }
    routine.wake()
  }

  /// Waits until all signals that have come before are noted.
  static func settle() {
    kill(getpid(), mark)
    marked.wait()
  }
}
