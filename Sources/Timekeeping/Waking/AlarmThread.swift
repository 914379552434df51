import CSystem
import Glibc
import Locking

/// The one thread that waits for all instants of the process, so that many players wake the machine
/// no more often than one: where many alarms are set, those within half a millisecond share a
/// waking.
///
/// It sleeps without waking while none is set.
final class AlarmThread: Sendable {
  static let shared = AlarmThread()

  /// How long after a waking the next comes at the soonest, where many alarms are set.
  private static let interval: Int64 = 500_000
  /// Up to so many alarms are not many: each of them is served at its instant.
  private static let few = 32

  private struct State {
    var queue = AlarmQueue()
    /// Until when the thread sleeps; nil while it does not.
    var sleepsUntil: HostInstant?
    var lastRinging = HostInstant(nanoseconds: 0)
    var hasThread = false

    /// When the thread is to wake for what is due at `instant`.
    func waking(for instant: HostInstant) -> HostInstant {
      queue.count > AlarmThread.few
        ? max(instant, lastRinging.advanced(byNanoseconds: AlarmThread.interval)) : instant
    }
  }

  private let state = Locked(State())
  private let bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

  func set(_ alarm: Alarm, to instant: HostInstant?) {
    let (isSooner, needsThread) = state.withLock { state in
      state.queue.set(alarm, to: instant)
      guard let instant else { return (false, false) }
      defer { state.hasThread = true }
      let waking = state.waking(for: instant)
      let isSooner = state.sleepsUntil.map { waking < $0 } ?? false
      // Once is enough, however many come before the thread is awake.
      if isSooner { state.sleepsUntil = waking }
      return (isSooner, !state.hasThread)
    }
    if isSooner { _ = eventfd_write(bell, 1) }
    if needsThread {
      DetachedThread.start(name: "playhead-alarm") { self.run() }
    }
  }

  private func run() {
    system_set_timer_slack(1)
    var due: [Alarm] = []
    while true {
      let instant = state.withLock { state in
        let now = SystemHostClock.currentInstant
        while let first = state.queue.first, first.instant <= now {
          state.queue.set(first, to: nil)
          due.append(first)
        }
        if !due.isEmpty { state.lastRinging = now }
        let next = state.queue.first.map { state.waking(for: $0.instant) }
        // While alarms are rung others may be set; they are seen before it sleeps.
        state.sleepsUntil = due.isEmpty ? next ?? HostInstant(nanoseconds: .max) : nil
        return next
      }
      if due.isEmpty {
        sleep(until: instant)
      } else {
        for alarm in due { alarm.ring() }
        due.removeAll(keepingCapacity: true)
      }
    }
  }

  private func sleep(until instant: HostInstant?) {
    let left = instant.map {
      max($0.nanoseconds - SystemHostClock.currentInstant.nanoseconds, 0)
    }
    system_wait_to_read(bell, left ?? -1)
    var count = eventfd_t()
    _ = eventfd_read(bell, &count)
  }
}
