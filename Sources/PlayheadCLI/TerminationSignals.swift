import Glibc
import PlayheadKit

/// SIGINT and SIGTERM, for which a thread of its own waits.
///
/// They are blocked before there are other threads, so that one that comes at any moment, the first
/// included, waits until it is taken.
enum TerminationSignals {
  /// Has `handler` called for the first signal, on that thread. A second one ends the process
  /// whatever it does. To be called once, on the main thread.
  static func handle(_ handler: @escaping @Sendable (EndReason) -> Void) {
    let reasons = [SIGINT: EndReason.interrupted, SIGTERM: .terminated]
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in reasons.keys {
      // Shells have what they start in the background ignore SIGINT: here it is meant.
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-signal")) { [signals] in
      var awaited = signals
      var number: Int32 = 0
      if sigwait(&awaited, &number) == 0, let reason = reasons[number] {
        pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
        handler(reason)
      }
      return .wait(until: nil)
    }
    routine.wake()
  }
}
