import Glibc
import Locking
import PlayheadKit

/// SIGINT, SIGTERM and SIGHUP, and SIGUSR1 where it is asked for, for which a thread of its own
/// waits.
///
/// They are blocked before there are other threads, so that one that comes at any moment, the first
/// included, waits until it is taken.
enum TerminationSignals {
  /// How long the command may take to end in order.
  private static let patience = Duration.seconds(5)

  /// Has `handler` called for the first of those that end the command, on that thread; a second one
  /// ends the process whatever it does, but for a SIGHUP behind another. `report` is called for
  /// each SIGUSR1, which ends the process where it is nil. To be called once, on the main thread.
  ///
  /// If the process has not ended 5 s after the first, the signal ends it as a second one would,
  /// unless `mayTakeLonger` returns true then: FFmpeg may not return from damaged media.
  static func handle(
    _ handler: @escaping @Sendable (EndReason) -> Void, report: (@Sendable () -> Void)?,
    mayTakeLonger: @escaping @Sendable () -> Bool
  ) {
    var reasons: [Int32: EndReason] = [:]
    for reason in EndReason.allCases {
      guard let number = reason.signal else { continue }
      // What `nohup` starts is to outlive its terminal.
      if number != SIGHUP || !isIgnored(number) { reasons[number] = reason }
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Array(reasons.keys) + (report == nil ? [] : [SIGUSR1]) {
      // Shells have what they start in the background ignore SIGINT: here it is meant.
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let isEnding = Locked(false)
    let routine = SystemHostClock.shared.makeRoutine(on: .thread("playhead-signal")) {
      [signals, reasons] in
      var awaited = signals
      if isEnding.withLock({ $0 }) {
        for number in reasons.keys { sigdelset(&awaited, number) }
      }
      var number: Int32 = 0
      guard sigwait(&awaited, &number) == 0 else { return .again }
      if let reason = reasons[number] {
        var ending = sigset_t()
        sigemptyset(&ending)
        for number in reasons.keys { sigaddset(&ending, number) }
        // When a terminal goes, the shell and the system send one each.
        if number == SIGHUP { sigdelset(&ending, SIGHUP) }
        pthread_sigmask(SIG_UNBLOCK, &ending, nil)
        isEnding.withLock { $0 = true }
        end(by: number, unless: mayTakeLonger)
        handler(reason)
        if report == nil { return .wait(until: nil) }
      } else {
        report?()
      }
      return .again
    }
    routine.wake()
  }

  private static func end(by number: Int32, unless mayTakeLonger: @escaping @Sendable () -> Bool) {
    let clock = SystemHostClock.shared
    let deadline = clock.now.advanced(by: patience)
    let routine = clock.makeRoutine(on: .worker("playhead-signal")) {
      if clock.now < deadline { return .wait(until: deadline) }
      if mayTakeLonger() { return .wait(until: nil) }
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
      return .wait(until: nil)
    }
    lastResort.withLock { $0 = routine }
    routine.wake()
  }

  /// Held until the process ends.
  private static let lastResort = Locked<(any Routine)?>(nil)
}

/// Whether whoever started this process has it ignore a signal.
func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  return sigaction(number, nil, &action) == 0
    && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}
