import Glibc
import PlayheadLocking
import PlayheadOutputs
import PlayheadTimekeeping

/// A thread that waits for SIGINT, SIGTERM, SIGHUP and, if requested, SIGUSR1.
///
/// The signals are blocked before other threads start, so that none is lost: each stays pending
/// until the thread takes it.
enum TerminationSignals {
  /// How long an orderly stop may take.
  private static let patience = Duration.seconds(5)
  /// For how long signals count as one: `timeout`, systemd and others send two, and people press Ctrl-C twice.
  private static let repetition = Duration.milliseconds(500)

  /// Starts handling the signals. Call this only once, on the main thread.
  ///
  /// The first signal that stops the command calls `handler`. Others within half a second count as the same one.
  /// A later one ends the process immediately, except a SIGHUP after another SIGHUP. If the process still runs
  /// 5 s after the first, the signal ends it unless `mayTakeLonger` returns true, because FFmpeg may not return from
  /// corrupt media. SIGUSR1 calls `report`, or else ends the process. All are called on the thread of the signals.
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
        isEnding.withLock { $0 = true }
        end(by: number, or: Array(reasons.keys), unless: mayTakeLonger)
        handler(reason)
        if report == nil { return .wait(until: nil) }
      } else {
        report?()
      }
      return .again
    }
    routine.wake()
  }

  /// Ends the process at a later signal, or if an orderly stop takes too long.
  private static func end(
    by first: Int32, or numbers: [Int32], unless mayTakeLonger: @escaping @Sendable () -> Bool
  ) {
    let clock = SystemHostClock.shared
    // When a terminal closes, both the shell and the kernel send SIGHUP.
    let awaited = sigset_t(numbers.filter { $0 != SIGHUP || first != SIGHUP })
    let begin = Locked<HostInstant?>(nil)
    let routine = clock.makeRoutine(on: .thread("playhead-ending")) {
      // Signals that came before this thread ran are repetitions, too.
      let begin = begin.withLock { begin in
        begin = begin ?? clock.now
        return begin ?? clock.now
      }
      let deadline = begin.advanced(by: patience)
      if let number = wait(for: awaited, nanoseconds: deadline.nanoseconds - clock.now.nanoseconds)
      {
        if clock.now >= begin.advanced(by: repetition) { endProcess(by: number) }
        return .again
      }
      guard mayTakeLonger() else { endProcess(by: first) }
      var awaited = awaited
      var number: Int32 = 0
      if sigwait(&awaited, &number) == 0 { endProcess(by: number) }
      return .again
    }
    routine.wake()
  }

  /// Waits for one of the signals; returns nil if none comes in this time.
  private static func wait(for signals: sigset_t, nanoseconds: Int64) -> Int32? {
    var signals = signals
    let rest = max(nanoseconds, 0)
    var time = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
    while true {
      let number = sigtimedwait(&signals, nil, &time)
      if number > 0 { return number }
      if errno != EINTR { return nil }
    }
  }

  private static func endProcess(by number: Int32) -> Never {
    var signals = sigset_t([number])
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    // The default action of each of these signals ends the process.
    exit(128 &+ number)
  }
}

extension sigset_t {
  /// Creates the set of these signals.
  init(_ numbers: some Sequence<Int32>) {
    self.init()
    sigemptyset(&self)
    for number in numbers { sigaddset(&self, number) }
  }
}

extension Sequence<Int32> {
  /// The set of these signals.
  package var signalSet: sigset_t { sigset_t(self) }
}

/// Returns whether the parent process made this process ignore a signal.
package func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  return sigaction(number, nil, &action) == 0
    && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}
