import Glibc
import PlayheadKit

/// Ctrl-Z, what follows it, and the window's changes, for which a thread of its own waits.
enum TerminalSignals {
  /// What is done at which of them, on that thread.
  struct Handlers: Sendable {
    /// Before the process stops (SIGTSTP).
    let suspend: @Sendable () -> Void
    /// Once it goes on after that.
    let resume: @Sendable () -> Void
    /// After any stop, and when the window has another size (SIGCONT, SIGWINCH).
    let refresh: @Sendable () -> Void
  }

  /// Has those that come wait until `begin`. To be called on the main thread, before there are
  /// others: one that did not know of them would take them.
  static func block() {
    var signals = awaited
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// To be called once.
  static func begin(_ handlers: Handlers) {
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
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGCONT, SIGWINCH] { sigaddset(&signals, number) }
    // A shell without job control has what it starts ignore it.
    if !isIgnored(SIGTSTP) { sigaddset(&signals, SIGTSTP) }
    return signals
  }

  /// Stops the process as Ctrl-Z would have, and returns when it goes on.
  private static func stop() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    kill(getpid(), SIGTSTP)
    // Taken here, by its default action, as all other threads block it.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
