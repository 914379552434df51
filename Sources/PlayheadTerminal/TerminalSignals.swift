import Glibc
import PlayheadProcesses
import PlayheadTimekeeping

/// A thread that waits for the signals of a terminal: Ctrl-Z, continuing, and changes of the window size.
package enum TerminalSignals {
  /// The handlers of the signals, called on that thread.
  package struct Handlers: Sendable {
    /// Called before the process stops (SIGTSTP).
    package let suspend: @Sendable () -> Void
    /// Called when the process continues after that.
    package let resume: @Sendable () -> Void
    /// Called after any stop and when the window size has changed (SIGCONT, SIGWINCH).
    package let refresh: @Sendable () -> Void

    package init(
      suspend: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void,
      refresh: @escaping @Sendable () -> Void
    ) {
      (self.suspend, self.resume, self.refresh) = (suspend, resume, refresh)
    }
  }

  /// Blocks the signals until `begin`. Call this on the main thread before other threads start, which inherit that.
  package static func block() {
    var signals = awaited
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Starts handling the signals. Call this only once.
  package static func begin(_ handlers: Handlers) {
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-tty")) {
      [signals = awaited] in
      var awaited = signals
      var number: Int32 = 0
      guard sigwait(&awaited, &number) == 0 else { return .again }
      if number == SIGTSTP {
        handlers.suspend()
        stop()
        handlers.resume()
      } else {
        handlers.refresh()
      }
      return .again
    }
    routine.wake()
  }

  private static var awaited: sigset_t {
    // A shell without job control makes its children ignore SIGTSTP.
    ([SIGCONT, SIGWINCH] + (isIgnored(SIGTSTP) ? [] : [SIGTSTP])).signalSet
  }

  /// Stops the process with the default action of Ctrl-Z, and returns when it continues.
  private static func stop() {
    var signals = [SIGTSTP].signalSet
    kill(getpid(), SIGTSTP)
    // All other threads block the signal, so it is delivered to this one here.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
