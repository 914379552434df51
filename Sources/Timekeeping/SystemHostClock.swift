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

  public func makeRoutine(
    on place: RoutinePlace, step: @escaping @Sendable () -> RoutineNext
  ) -> any Routine {
    switch place {
    case .queue(let queue): QueueRoutine(target: queue, step: step)
    case .worker(let name): ThreadRoutine(name: name, on: .few, step: step)
    case .thread(let name): ThreadRoutine(name: name, on: .unlimited, step: step)
    }
  }
}
