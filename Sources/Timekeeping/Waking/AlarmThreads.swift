import CSystem
import Glibc
import Locking

/// The two threads that wait for all instants of the process and do what is due, as `AlarmRoster`
/// decides. They sleep without waking while no alarm is set.
final class AlarmThreads: Sendable {
  static let shared = AlarmThreads()

  private struct State {
    var roster = AlarmRoster()
    var hasThreads = false
  }

  private let state = Locked(State())
  /// Semaphores: who waits for descriptors is woken later by up to a thousandth of its time.
  nonisolated(unsafe) private let bells: UnsafeMutablePointer<sem_t>

  private init() {
    bells = .allocate(capacity: AlarmRoster.threadCount)
    for thread in 0..<AlarmRoster.threadCount { sem_init(bells + thread, 0, 0) }
  }

  func set(_ alarm: Alarm, to instant: HostInstant?) {
    let (sleeper, needsThreads) = state.withLock { state in
      defer { if instant != nil { state.hasThreads = true } }
      return (state.roster.set(alarm, to: instant), instant != nil && !state.hasThreads)
    }
    if let sleeper { wake(sleeper) }
    if needsThreads {
      for thread in 0..<AlarmRoster.threadCount {
        DetachedThread.start(name: "playhead-alarm") { self.run(thread) }
      }
    }
  }

  private func run(_ thread: Int) {
    system_set_slice(100_000)
    while true {
      switch state.withLock({ $0.roster.turn(of: thread, at: SystemHostClock.currentInstant) }) {
      case .sleep(let instant): system_wait(bells + thread, instant?.nanoseconds ?? -1)
      case .linger(let instant): while SystemHostClock.currentInstant < instant {}
      case .ring(let alarms): for alarm in alarms { alarm.ring() }
      case .serve(let alarm, let sleeper):
        if let sleeper { wake(sleeper) }
        alarm.serve?()
      }
    }
  }

  private func wake(_ thread: Int) {
    sem_post(bells + thread)
  }
}
