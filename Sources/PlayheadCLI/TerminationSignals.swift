import Glibc
import PlayheadLocking
import PlayheadKit

/// A thread that waits for SIGINT, SIGTERM, SIGHUP and, if requested, SIGUSR1.
///
/// The signals are blocked before other threads start, so that none is lost: each stays pending
/// until the thread takes it.
enum TerminationSignals {
  /// How long an orderly stop may take.
  private static let patience = Duration.seconds(5)

  /// Starts handling the signals. Call this only once, on the main thread.
  ///
  /// The first signal that stops the command calls `handler`. A second one ends the process
  /// immediately, except a SIGHUP after another SIGHUP. If the process still runs 5 s after the
  /// first, the signal ends it, because FFmpeg may not return from corrupt media.
  ///
  /// - Parameters:
  ///   - handler: Called on the thread of the signals, with the reason for the end.
  ///   - report: Called on that thread for each SIGUSR1. Nil keeps the default action, which ends
  ///     the process.
  ///   - mayTakeLonger: Returns true to let the process continue after the 5 s.
  static func handle(
    _ handler: @escaping @Sendable (EndReason) -> Void, report: (@Sendable () -> Void)?,
    mayTakeLonger: @escaping @Sendable () -> Bool
  ) {
    var reasons: [Int32: EndReason] = [:]
    for reason in EndReason.allCases {
      guard let number = reason.signal else { continue }
      // `nohup` ignores SIGHUP so that the process outlives its terminal.
      if number != SIGHUP || !isIgnored(number) { reasons[number] = reason }
    }
    let numbers = Array(reasons.keys) + (report == nil ? [] : [SIGUSR1])
    // Shells ignore SIGINT in background processes, but here an explicit SIGINT should stop
    // playback.
    for number in numbers { signal(number, SIG_DFL) }
    var signals = sigset_t(numbers)
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
        var ending = sigset_t(reasons.keys)
        // When a terminal closes, both the shell and the kernel send SIGHUP.
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
      var signals = sigset_t([number])
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
      return .wait(until: nil)
    }
    lastResort.withLock { $0 = routine }
    routine.wake()
  }

  /// Keeps the routine alive until the process ends.
  private static let lastResort = Locked<(any HostRoutine)?>(nil)
}

extension sigset_t {
  /// Creates the set of these signals.
  init(_ numbers: some Sequence<Int32>) {
    self.init()
    sigemptyset(&self)
    for number in numbers { sigaddset(&self, number) }
  }
}

/// Returns whether the parent process made this process ignore a signal.
func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  return sigaction(number, nil, &action) == 0
    && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}
