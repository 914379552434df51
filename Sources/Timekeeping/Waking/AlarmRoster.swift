/// Which alarm is due when, and which of two threads sees to it.
///
/// Where few alarms are set, the thread that one wakes does its work too, since work that changes
/// threads comes late by a second waking. The other thread is meanwhile there for what is due next,
/// which it hands on. And a thread is woken sooner by as much as wakings come late on this machine;
/// where one does not, it waits for the rest awake.
///
/// Where many are set, all is handed on, and those within half a millisecond share a waking.
///
/// Not Sendable, and nor are the alarms in it: its owner's lock guards both.
struct AlarmRoster {
  /// What a thread is to do; after that it takes its next turn.
  enum Turn {
    /// To sleep until the instant or until it is woken; nil: until it is woken.
    case sleep(until: HostInstant?)
    /// To be awake at the instant, which is too near for a sleep.
    case linger(until: HostInstant)
    case ring([Alarm])
    /// To wake a thread, where one is named, and to do the alarm's work.
    case serve(Alarm, waking: Int?)
  }

  static let threadCount = 2
  /// How long after a waking the next comes at the soonest, where many alarms are set.
  private static let interval: Int64 = 500_000
  /// Up to so many alarms are not many: each of them is served at its instant.
  private static let few = 32
  /// How much sooner than it is to be awake a thread is woken, at most.
  private static let greatestLead: Int64 = 200_000
  /// Up to such a sleep none is woken sooner: it would linger more than it slept.
  private static let shortSleep: Int64 = 2_000_000

  private var queue = AlarmQueue()
  /// Until when each thread sleeps; nil while it does not.
  private var sleepsUntil = [HostInstant?](repeating: nil, count: threadCount)
  /// What is being served, and by which thread.
  private var service: (alarm: Alarm, thread: Int)?
  private var lastRinging = HostInstant(nanoseconds: 0)
  /// By how many nanoseconds threads wake late, rather less than more.
  private var lead: Int64 = 0

  /// Sets an alarm to an instant, or to none, and returns the thread to wake for it.
  mutating func set(_ alarm: Alarm, to instant: HostInstant?) -> Int? {
    queue.set(alarm, to: instant)
    // What is being served is set by its own work, and whoever does that takes a turn next.
    return instant == nil || service?.alarm === alarm ? nil : threadToWake()
  }

  mutating func turn(of thread: Int, at now: HostInstant) -> Turn {
    if let instant = sleepsUntil[thread].take(), instant <= now {
      noteWaking(at: now, for: instant)
    }
    if service?.thread == thread { service = nil }
    let areFew = areFew
    var due: [Alarm] = []
    while let first = queue.first, first.instant <= now {
      queue.set(first, to: nil)
      due.append(first)
    }
    guard let first = due.first else { return lieDown(thread, at: now) }
    lastRinging = now
    if due.count == 1, areFew, service == nil, first.serve != nil {
      service = (first, thread)
      return .serve(first, waking: threadToWake())
    }
    return .ring(due)
  }

  private var areFew: Bool { queue.count <= Self.few }

  /// When a thread is to wake for what is due first.
  private var waking: HostInstant? {
    queue.first.map { first in
      areFew
        ? first.instant
        : max(first.instant, lastRinging.advanced(byNanoseconds: Self.interval))
    }
  }

  /// Lets a thread sleep until it is needed: for ever where another wakes in time.
  private mutating func lieDown(_ thread: Int, at now: HostInstant) -> Turn {
    guard let waking, !sleepsUntil.contains(where: { $0.map { $0 <= waking } ?? false }) else {
      sleepsUntil[thread] = HostInstant(nanoseconds: .max)
      return .sleep(until: nil)
    }
    let left = waking.nanoseconds - now.nanoseconds
    let lead = areFew ? lead : 0
    if left <= lead { return .linger(until: waking) }
    let instant = left > Self.shortSleep ? waking.advanced(byNanoseconds: -lead) : waking
    sleepsUntil[thread] = instant
    return .sleep(until: instant)
  }

  /// Learns from a sleep that was slept through: little from one that took long, as most do that
  /// were disturbed.
  private mutating func noteWaking(at now: HostInstant, for instant: HostInstant) {
    let late = min(now.nanoseconds - instant.nanoseconds, Self.greatestLead)
    lead += (late - lead) / (late > lead ? 8 : 2)
  }

  /// Who is to be woken, as all sleep for too long or serve.
  private mutating func threadToWake() -> Int? {
    guard let waking else { return nil }
    var soonest: (thread: Int, instant: HostInstant)?
    for (thread, instant) in sleepsUntil.enumerated() where service?.thread != thread {
      // One that is awake takes a turn before it sleeps.
      guard let instant, instant > waking else { return nil }
      if soonest.map({ instant < $0.instant }) ?? true { soonest = (thread, instant) }
    }
    // Once is enough: it takes a turn.
    if let soonest { sleepsUntil[soonest.thread] = nil }
    return soonest?.thread
  }
}
