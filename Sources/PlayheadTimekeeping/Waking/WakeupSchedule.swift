/// Decides until when the waiting thread sleeps, and when it must be woken for an earlier instant.
///
/// Not Sendable: its owner's lock guards it and the wakeups in it.
struct WakeupSchedule {
  /// How the caller must treat the thread after a change.
  enum Action {
    case none
    case start
    case wake
  }

  /// The next action of the thread.
  enum Turn {
    case run([Wakeup])
    /// Sleep until the instant or until woken; if nil, only until woken.
    case sleep(until: HostInstant?)
  }

  private enum Thread {
    case notStarted
    case awake
    case asleep(until: HostInstant?)
  }

  private var queue = WakeupQueue()
  private var thread = Thread.notStarted

  /// Sets a wakeup to an instant, or clears it if `instant` is nil.
  mutating func set(_ wakeup: Wakeup, to instant: HostInstant?) -> Action {
    queue.set(wakeup, to: instant)
    guard let first = queue.first?.instant else { return .none }
    switch thread {
    case .notStarted:
      thread = .awake
      return .start
    case .awake: return .none
    case .asleep(let end):
      if let end, end <= first { return .none }
      thread = .awake
      return .wake
    }
  }

  /// Returns the next action of the thread at `now`. The thread asks again after it.
  mutating func turn(at now: HostInstant) -> Turn {
    var due: [Wakeup] = []
    while let first = queue.first, first.instant <= now {
      queue.set(first, to: nil)
      due.append(first)
    }
    guard due.isEmpty else {
      thread = .awake
      return .run(due)
    }
    let end = queue.first?.instant
    thread = .asleep(until: end)
    return .sleep(until: end)
  }
}
