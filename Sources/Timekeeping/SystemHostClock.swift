import CSystem
import Dispatch

/// The host clock of the machine: monotonic, and still while the machine sleeps, as Dispatch's
/// uptime clock is.
public final class SystemHostClock: HostClock {
  public static let shared = SystemHostClock()

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
    on place: RoutinePlace, step: @escaping @Sendable () -> RoutineNext
  ) -> any Routine {
    switch place {
    case .worker(let name): ThreadRoutine(name: name, on: .few, step: step)
    case .thread(let name): ThreadRoutine(name: name, on: .unlimited, step: step)
    }
  }

  /// Makes Dispatch open the three descriptors that its timers use, as it traps if they are missing
  /// later. False, and nothing is opened, if the process may open too few.
  ///
  /// For a command that may be started with few descriptors, before it opens anything else. It
  /// waits for Dispatch only if descriptors are scarce.
  public static func prepareTimers() -> Bool {
    let (needed, ample) = (Int32(3), Int32(16))
    let spare = system_count_spare_descriptors(ample)
    if spare < needed { return false }
    if spare < ample {
      let isReady = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .global())
      timer.setEventHandler { isReady.signal() }
      timer.schedule(deadline: .now() + .nanoseconds(1))
      timer.activate()
      isReady.wait()
      timer.cancel()
    }
    return true
  }
}
