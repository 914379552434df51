import CPlayheadSystem
import Dispatch

/// The host clock of the machine: monotonic, and stopped while the machine sleeps, like Dispatch's uptime clock.
public final class SystemHostClock: HostClock {
  /// The clock for general use. All instances report the same instants.
  public static let shared = SystemHostClock()

  /// Creates a clock that reports the same instants as `shared`.
  public init() {}

  public var now: HostInstant { SystemHostClock.currentInstant }

  static var currentInstant: HostInstant {
    HostInstant(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  public func makeTimer(
    on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> any HostTimer {
    DispatchTimer(target: queue, handler: handler)
  }

  public func makeRoutine(
    on thread: HostRoutineThread, step: @escaping @Sendable () -> HostRoutineNext
  ) -> any HostRoutine {
    switch thread {
    case .worker(let name): ThreadRoutine(name: name, on: .few, step: step)
    case .thread(let name): ThreadRoutine(name: name, on: .unlimited, step: step)
    }
  }

  /// Makes Dispatch open the three descriptors that its timers use.
  ///
  /// Dispatch traps if it cannot open them later. A command that may be started with few descriptors calls this before
  /// it opens anything else. Waits for Dispatch only if descriptors are scarce.
  ///
  /// - Returns: False if the process can open fewer than three descriptors. Nothing is opened then.
  public static func prepareTimers() -> Bool {
    let (needed, ample) = (Int32(3), Int32(16))
    let spare = system_count_spare_descriptors(ample)
    if spare < needed { return false }
    if spare < ample {
      // Dispatch opens the third one when it first waits for a timer. It does not wait for one that
      // is already due, so a later one is armed first. Its thread runs the timers that are due and
      // then waits: when the second of these has fired, it has waited.
      let queue = DispatchQueue(label: "playhead.timers")
      let later = makeTimer(on: queue, at: .now() + .seconds(3_600)) {}
      for _ in 0..<2 {
        let hasFired = DispatchSemaphore(value: 0)
        let timer = makeTimer(on: queue, at: .now()) { hasFired.signal() }
        hasFired.wait()
        timer.cancel()
      }
      later.cancel()
    }
    return true
  }

  private static func makeTimer(
    on queue: DispatchQueue, at deadline: DispatchTime, handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler(handler: handler)
    timer.schedule(deadline: deadline)
    timer.activate()
    return timer
  }
}
