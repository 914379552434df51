import CPlayheadSystem
import Glibc
import PlayheadLocking

/// An action that runs at an instant. Only one instant is set at a time.
///
/// Its owner retains it, and while an instant is set, `WakeupThread` does too.
///
/// Sendable is unchecked because `instant` and `index` belong to that thread's queue and are
/// accessed only under its lock.
final class Wakeup: @unchecked Sendable {
  /// Runs on the waiting thread. It must not block.
  let action: @Sendable () -> Void
  /// The instant when the action is due. Meaningless while none is set.
  var instant = HostInstant(nanoseconds: .max)
  /// The index in the queue while an instant is set, otherwise nil.
  var index: Int?

  init(action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  /// Replaces the instant, or clears it if `instant` is nil.
  func set(to instant: HostInstant?) {
    WakeupThread.shared.set(self, to: instant)
  }
}

/// The thread that waits for the instants of all worker routines, in a timed wait of the system.
///
/// It replaces a Dispatch timer for each routine, because client code that blocks the global queues must not keep a
/// player from reading. It starts when the first instant is set, and does not wake while none is set.
final class WakeupThread: Sendable {
  static let shared = WakeupThread()

  private let schedule = Locked(WakeupSchedule())
  /// Unsafe: a semaphore may be used from any thread, and this one is never destroyed.
  nonisolated(unsafe) private let bell: UnsafeMutablePointer<sem_t>

  private init() {
    bell = .allocate(capacity: 1)
    sem_init(bell, 0, 0)
  }

  func set(_ wakeup: Wakeup, to instant: HostInstant?) {
    switch schedule.withLock({ $0.set(wakeup, to: instant) }) {
    case .none: break
    case .start: DetachedThread.start(name: "playhead-wakeup") { self.run() }
    case .wake: sem_post(bell)
    }
  }

  private func run() {
    while true {
      switch schedule.withLock({ $0.turn(at: SystemHostClock.currentInstant) }) {
      case .run(let due): for wakeup in due { wakeup.action() }
      case .sleep(let end): system_wait(bell, end?.nanoseconds ?? -1)
      }
    }
  }
}
